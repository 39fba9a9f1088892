// The mention popup: it opens when the last word before the caret starts with @.
import { type ChatMember, type ChatPerson, isServerId } from '../../contract/index.ts';

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

/** The other members whose first name contains the query, ignoring case. A mention needs an id and a name. */
export function mentionCandidates(
  members: readonly ChatMember[],
  viewerId: number,
  query: string,
): readonly ChatPerson[] {
  const wanted = query.toLocaleLowerCase();
  return members
    .filter(({ user_id, user }) => user_id !== viewerId && isServerId(user_id) && user.first_name !== '')
    .map((member) => ({ ...member.user, id: member.user_id }))
    .filter((person) => person.first_name.toLocaleLowerCase().includes(wanted));
}

/** A text with a caret and its mentions, ascending. */
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
  const next = `${text.slice(0, mention.start)}${name} ${text.slice(caret)}`;
  const moved = moveRanges(text, next, ranges);
  const added = { user_id: person.id, start: mention.start, end: mention.start + name.length };
  return {
    text: next,
    caret: added.end + 1,
    ranges: [...moved, added].sort((a, b) => a.start - b.start),
  };
}

/** Adjusts ranges to an edit: ranges after it move, ranges that it touches are removed. */
export function moveRanges(
  before: string,
  after: string,
  ranges: readonly MentionRange[],
): readonly MentionRange[] {
  let same = 0;
  const shorter = Math.min(before.length, after.length);
  while (same < shorter && before[same] === after[same]) same += 1;
  let sameEnd = 0;
  while (sameEnd < shorter - same && before.at(-1 - sameEnd) === after.at(-1 - sameEnd)) sameEnd += 1;
  const editEnd = before.length - sameEnd;
  const shift = after.length - before.length;
  return ranges.flatMap((range) => {
    if (range.end <= same) return [range];
    if (range.start >= editEnd) return [{ ...range, start: range.start + shift, end: range.end + shift }];
    return [];
  });
}

/** The ids of the mentioned users, without duplicates. */
export function mentionedIds(ranges: readonly MentionRange[]): readonly number[] {
  return [...new Set(ranges.map((range) => range.user_id))];
}
