// The rows of a thread. An array ascending by id: an append is a push, a lookup a binary search.
import type { Message } from '../../contract/index.ts';
import { unsentQuote } from '../message/redaction.ts';
import type { PendingMessage } from '../outbox/pending.ts';
import { indexOfId, lowerBound, mergeAscending } from './order.ts';
import type { ThreadChange } from './types.ts';

export interface ThreadRows {
  readonly stored: readonly Message[];
  readonly pending: readonly PendingMessage[];
  readonly revision: number;
  /** Returns false when `next` is the known message. */
  replace(index: number, next: Message): boolean;
  insert(index: number, message: Message): void;
  /** Appends messages that are newer than all known ones. */
  append(messages: readonly Message[]): void;
  /** Removes `count` stored rows. */
  remove(index: number, count: number): void;
  /** Merges messages that overlap the known ones; on equal ids `pick` decides. */
  merge(messages: readonly Message[], pick: (known: Message, incoming: Message) => Message): void;
  putPending(message: PendingMessage): void;
  dropPending(clientId: string): void;
}

export function createRows(onChange: ThreadChange): ThreadRows {
  let stored: Message[] = [];
  const pending: PendingMessage[] = [];
  let revision = 0;

  const changed: ThreadChange = (kind, index, count) => {
    revision += 1;
    onChange(kind, index, count);
  };

  function unsendQuotes(id: number): void {
    for (let i = lowerBound(stored, id); i < stored.length; i += 1) {
      const message = stored[i] as Message;
      const quote = message.reply_to;
      if (quote === null || quote.id !== id || quote.delete_from_everyone) continue;
      stored[i] = { ...message, reply_to: unsentQuote(quote) };
      changed('changed', i, 1);
    }
  }

  const pendingIndex = (clientId: string): number =>
    pending.findIndex((message) => message.client_id === clientId);

  /** Reports runs of neighbours ascending, so that each index is valid when it is reported. */
  function reportAdded(ids: readonly number[]): void {
    let at = 0;
    while (at < ids.length) {
      const index = indexOfId(stored, ids[at] as number);
      let count = 1;
      while (at + count < ids.length && stored[index + count]?.id === ids[at + count]) count += 1;
      changed('added', index, count);
      at += count;
    }
  }

  return {
    get stored() {
      return stored;
    },
    pending,
    get revision() {
      return revision;
    },
    replace(index, next) {
      const known = stored[index] as Message;
      if (next === known) return false;
      stored[index] = next;
      changed('changed', index, 1);
      if (next.delete_from_everyone && !known.delete_from_everyone) unsendQuotes(next.id);
      return true;
    },
    insert(index, message) {
      if (index === stored.length) stored.push(message);
      else stored.splice(index, 0, message);
      changed('added', index, 1);
    },
    append(messages) {
      const start = stored.length;
      for (const message of messages) stored.push(message);
      changed('added', start, messages.length);
    },
    remove(index, count) {
      stored.splice(index, count);
      changed('removed', index, count);
    },
    merge(messages, pick) {
      const unsent: number[] = [];
      const updated: number[] = [];
      // Only the part of the thread that the page covers is rebuilt.
      const start = messages[0] === undefined ? stored.length : lowerBound(stored, messages[0].id);
      const tail = stored.slice(start);
      const knownIds = new Set(tail.map(({ id }) => id));
      const merged = mergeAscending(tail, messages, (known, incoming) => {
        const next = pick(known, incoming);
        if (next !== known) updated.push(known.id);
        if (next.delete_from_everyone && !known.delete_from_everyone) unsent.push(known.id);
        return next;
      });
      const added = messages.flatMap(({ id }) => (knownIds.has(id) ? [] : id));
      if (added.length === 0 && updated.length === 0) return;
      stored = start === 0 ? merged : stored.slice(0, start).concat(merged);
      reportAdded(added);
      for (const id of updated) changed('changed', indexOfId(stored, id), 1);
      for (const id of unsent) unsendQuotes(id);
    },
    putPending(message) {
      const index = pendingIndex(message.client_id);
      if (index < 0) {
        pending.push(message);
        changed('added', stored.length + pending.length - 1, 1);
      } else {
        pending[index] = message;
        changed('changed', stored.length + index, 1);
      }
    },
    dropPending(clientId) {
      const index = pendingIndex(clientId);
      if (index < 0) return;
      pending.splice(index, 1);
      changed('removed', stored.length + index, 1);
    },
  };
}
