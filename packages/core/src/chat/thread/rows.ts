// The rows of a thread. `stored` is ascending by id: an append is a push, a lookup a binary search.
import type { Message } from '../../contract/index.ts';
import { unsentQuote } from '../message/redaction.ts';
import type { PendingMessage } from '../outbox/pending.ts';
import { indexOfId, lowerBound, mergeAscending } from './order.ts';
import { keepRow, ownRows, type SharedRows } from './snapshots.ts';
import type { ThreadChange } from './types.ts';

/** Changed by the functions of this file only; each reports its changes. */
export interface ThreadRows extends SharedRows {
  readonly report: ThreadChange;
}

/** Replaces a stored row. Returns false when `next` is the known message. */
export function replaceRow(rows: ThreadRows, index: number, next: Message): boolean {
  const { stored, report } = rows;
  const known = stored[index] as Message;
  if (next === known) return false;
  keepRow(rows, index);
  stored[index] = next;
  report('changed', index, 1);
  if (next.delete_from_everyone && !known.delete_from_everyone) unsendQuotes(rows, next.id);
  return true;
}

function unsendQuotes(rows: ThreadRows, id: number): void {
  const { stored, report } = rows;
  for (let i = lowerBound(stored, id); i < stored.length; i += 1) {
    const message = stored[i] as Message;
    const quote = message.reply_to;
    if (quote === null || quote.id !== id || quote.delete_from_everyone) continue;
    keepRow(rows, i);
    stored[i] = { ...message, reply_to: unsentQuote(quote) };
    report('changed', i, 1);
  }
}

export function insertRow(rows: ThreadRows, index: number, message: Message): void {
  if (index === rows.stored.length) rows.stored.push(message);
  else {
    ownRows(rows);
    rows.stored.splice(index, 0, message);
  }
  rows.report('added', index, 1);
}

/** Appends messages that are newer than all stored ones. */
export function appendRows({ stored, report }: ThreadRows, messages: readonly Message[]): void {
  const start = stored.length;
  for (const message of messages) stored.push(message);
  report('added', start, messages.length);
}

/** Removes `count` stored rows. */
export function removeRows(rows: ThreadRows, index: number, count: number): void {
  ownRows(rows);
  rows.stored.splice(index, count);
  rows.report('removed', index, count);
}

/** Merges messages that overlap the stored ones; on equal ids `pick` decides. */
export function mergeRows(
  rows: ThreadRows,
  messages: readonly Message[],
  pick: (known: Message, incoming: Message) => Message,
): void {
  ownRows(rows);
  const { stored, report } = rows;
  const known = new Set<number>();
  const updated: number[] = [];
  const unsent: number[] = [];
  // Only the part of the thread that the page covers is rebuilt.
  const start = messages[0] === undefined ? stored.length : lowerBound(stored, messages[0].id);
  const merged = mergeAscending(stored.slice(start), messages, (before, incoming) => {
    const next = pick(before, incoming);
    known.add(next.id);
    if (next !== before) updated.push(next.id);
    if (next.delete_from_everyone && !before.delete_from_everyone) unsent.push(next.id);
    return next;
  });
  stored.length = start;
  for (const message of merged) stored.push(message);
  // Reports runs of neighbors ascending, so that each index is valid when it is reported.
  const added = messages.flatMap(({ id }) => (known.has(id) ? [] : id));
  for (let at = 0, count = 1; at < added.length; at += count, count = 1) {
    const index = indexOfId(stored, added[at] as number);
    while (at + count < added.length && stored[index + count]?.id === added[at + count]) count += 1;
    report('added', index, count);
  }
  for (const id of updated) report('changed', indexOfId(stored, id), 1);
  for (const id of unsent) unsendQuotes(rows, id);
}

const indexOfPending = (pending: readonly PendingMessage[], clientId: string): number =>
  pending.findIndex((message) => message.client_id === clientId);

export function putPending(rows: ThreadRows, message: PendingMessage): void {
  const { stored, pending, report } = rows;
  const index = indexOfPending(pending, message.client_id);
  rows.pending = index < 0 ? [...pending, message] : pending.with(index, message);
  if (index < 0) report('added', stored.length + pending.length, 1);
  else report('changed', stored.length + index, 1);
}

export function dropPending(rows: ThreadRows, clientId: string): void {
  const { stored, pending, report } = rows;
  const index = indexOfPending(pending, clientId);
  if (index < 0) return;
  rows.pending = pending.toSpliced(index, 1);
  report('removed', stored.length + index, 1);
}
