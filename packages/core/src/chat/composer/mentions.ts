// The mention popup: it opens when the last word before the caret starts with @.
import { type ChatMember, type ChatPerson, isServerId } from '../../contract/index.ts';
import { foldText } from '../../shared/texts.ts';

/** A mention by its position in the text, which distinguishes equal names. */
export interface MentionRange {
  readonly user_id: number;
  readonly start: number;
  readonly end: number;
}

/** The text after the @ of the last word before the caret; null when there is none. */
export function mentionQuery(
  text: string,
  caret: number,
): { readonly query: string; readonly start: number } | null {
  const before = text.slice(0, caret);
  const start = Math.max(before.lastIndexOf(' '), before.lastIndexOf('\n'), before.lastIndexOf('\t')) + 1;
  return before[start] === '@' ? { query: before.slice(start + 1), start } : null;
}

/** The other members whose first name contains the query, as `foldText` compares them. A mention needs an id and a name. */
export function mentionCandidates(
  members: readonly ChatMember[],
  viewerId: number,
  query: string,
): readonly ChatPerson[] {
  const wanted = foldText(query);
  return members
    .filter(({ user_id, user }) => user_id !== viewerId && isServerId(user_id) && user.first_name !== '')
    .map((member) => ({ ...member.user, id: member.user_id }))
    .filter((person) => foldText(person.first_name).includes(wanted));
}

/** A text with a caret and its mentions, ascending. @inline */
export interface MentionText {
  readonly text: string;
  readonly caret: number;
  readonly ranges: readonly MentionRange[];
}

/** Replaces the last word before the caret by `@first_name `, and moves the ranges after it. */
export function insertMention({ text, caret, ranges }: MentionText, person: ChatPerson): MentionText {
  const mention = mentionQuery(text, caret);
  if (mention === null) return { text, caret, ranges };
  const name = `@${person.first_name}`;
  const { start } = mention;
  const next = `${text.slice(0, start)}${name} ${text.slice(caret)}`;
  const moved = shiftRanges(ranges, { start, end: caret, length: name.length + 1 });
  const added = { user_id: person.id, start, end: start + name.length };
  return {
    text: next,
    caret: added.end + 1,
    ranges: [...moved, added].sort((a, b) => a.start - b.start),
  };
}

/** Replaces the characters from `start` to `end` by `length` others. */
interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly length: number;
}

/** Ranges after the edit move, ranges that it touches are removed. */
function shiftRanges(ranges: readonly MentionRange[], { start, end, length }: TextEdit): MentionRange[] {
  const shift = length - (end - start);
  return ranges.flatMap((range) => {
    if (range.end <= start) return [range];
    if (range.start >= end) return [{ ...range, start: range.start + shift, end: range.end + shift }];
    return [];
  });
}

/**
 * The edit between two texts. An edit leaves the caret behind what it inserted, so the text after the caret is
 * unchanged. Without a caret, equal characters are attributed to the start.
 */
function editBetween(before: string, after: string, caret: number | undefined): TextEdit {
  const shorter = Math.min(before.length, after.length);
  const tail = caret === undefined ? null : after.slice(caret);
  let sameEnd = 0;
  if (tail !== null && before.endsWith(tail)) sameEnd = tail.length;
  else if (tail === null || before !== after) {
    const start = sameStart(before, after, shorter);
    while (sameEnd < shorter - start && before.at(-1 - sameEnd) === after.at(-1 - sameEnd)) sameEnd += 1;
  }
  const start = sameStart(before, after, shorter - sameEnd);
  return { start, end: before.length - sameEnd, length: after.length - sameEnd - start };
}

function sameStart(a: string, b: string, most: number): number {
  let count = 0;
  while (count < most && a[count] === b[count]) count += 1;
  return count;
}

/** Adjusts ranges to an edit. A name that the edit has continued (`@Ann` to `@Anna`) is another name. */
export function moveRanges(
  { text, ranges }: Pick<MentionText, 'text' | 'ranges'>,
  after: string,
  caret?: number,
): readonly MentionRange[] {
  if (text === after) return ranges;
  const edit = editBetween(text, after, caret);
  return shiftRanges(ranges, edit).filter(({ end }) => !/^[\p{L}\p{M}\p{N}_]/u.test(after.slice(end)));
}

/** The ids of the mentioned users, without duplicates. */
export function mentionedIds(ranges: readonly MentionRange[]): readonly number[] {
  return [...new Set(ranges.map((range) => range.user_id))];
}
