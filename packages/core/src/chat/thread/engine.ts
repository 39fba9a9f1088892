// The thread engine. Rows stand in one array that ascends by id: an append costs a push, a look-up a binary search,
// and no map has to be kept beside it.
import type { Message } from '../../contract/index.ts';
import { createLateMarks, isHeldBack, markedMessage } from '../message/moderation.ts';
import { createGaps } from './gaps.ts';
import { mergeMessage, unsentQuote } from './merge.ts';
import { indexOfId, lowerBound, mergeAscending, sortedById } from './order.ts';
import { createEarlyReceipts, type Receipt, receipted } from './receipts.ts';
import type { PendingMessage, ReadTicket, Thread, ThreadOptions, ThreadPage } from './types.ts';

const ignoreChange = (): void => {};
/** Creates an empty thread. */
export function createThread({ chatId, viewerId, onChange = ignoreChange }: ThreadOptions): Thread {
  let stored: Message[] = [];
  let lastId = Number.NEGATIVE_INFINITY;
  const pending: PendingMessage[] = [];
  /** Ids that this viewer deleted: a late page must not bring them back. */
  const hidden = new Set<number>();
  /** Places before which messages may be missing. */
  const gaps = createGaps();
  let breakAt: number | null = null;
  let hasOlder = true;
  /** Where the oldest page began, whose messages the viewer may all have deleted. */
  let oldestRead: number | null = null;
  let isLoaded = false;
  let revision = 0;
  let openReads = 0;
  let ticks = 0;
  /** When each message was last heard live, or asked for by an answered request, while requests are open. */
  const heard = new Map<number, number>();
  /** What was heard of messages that are not here, while requests are open: their page may be older than that. */
  const aside = new Map<number, Message>();
  /** Receipts that came before their message did. */
  const early = createEarlyReceipts();
  /** What was decided about people, while requests are open. */
  const lateMarks = createLateMarks();

  function changed(kind: 'added' | 'changed' | 'removed', index: number, count: number): void {
    revision += 1;
    onChange(kind, index, count);
  }

  function isHidden(message: Message): boolean {
    return message.deleted_list.length > 0 && message.deleted_list.includes(viewerId);
  }

  function replace(index: number, next: Message): boolean {
    const known = stored[index] as Message;
    if (next === known) return false;
    stored[index] = next;
    changed('changed', index, 1);
    if (next.delete_from_everyone && !known.delete_from_everyone) unsendQuotes(next.id);
    return true;
  }

  function unsendQuotes(id: number): void {
    for (let i = lowerBound(stored, id); i < stored.length; i += 1) {
      const message = stored[i] as Message;
      const quote = message.reply_to;
      if (quote === null || quote.id !== id || quote.delete_from_everyone) continue;
      stored[i] = { ...message, reply_to: unsentQuote(quote) };
      changed('changed', i, 1);
    }
  }

  function remove(id: number): boolean {
    hidden.add(id);
    const index = indexOfId(stored, id);
    if (index < 0) return false;
    stored.splice(index, 1);
    lastId = stored.at(-1)?.id ?? Number.NEGATIVE_INFINITY;
    // A hole before a removed row is a hole before the next one.
    const next = stored[index]?.id;
    if (gaps.remove(id) && next !== undefined && index > 0) gaps.add(next);
    changed('removed', index, 1);
    return true;
  }

  function settle(clientId: string): void {
    const index = pending.findIndex((message) => message.client_id === clientId);
    if (index < 0) return;
    pending.splice(index, 1);
    changed('removed', stored.length + index, 1);
  }

  /** A message of a page, with what was heard of it before it was here. */
  function latest(asked: Message, ticket: ReadTicket): Message {
    const message = lateMarks.give(asked, ticket);
    if (aside.size === 0 && early.isEmpty()) return message;
    const later = aside.get(message.id);
    const isOlder = later !== undefined && (heard.get(message.id) ?? -1) > ticket;
    return early.give(isOlder ? mergeMessage(message, later, false) : message);
  }

  function upsert(arrived: Message, ticket?: ReadTicket): boolean {
    const asked = ticket === undefined ? arrived : lateMarks.give(arrived, ticket);
    const message = early.isEmpty() ? asked : early.give(asked);
    const { id } = message;
    if (pending.length > 0 && message.client_id !== null) settle(message.client_id);
    if (isHidden(message)) return remove(id);
    if (hidden.size > 0 && hidden.has(id)) return false;
    const isStale = ticket !== undefined && (heard.get(id) ?? -1) > ticket;
    if (ticket === undefined && openReads > 0) heard.set(id, ++ticks);
    if (id > lastId) {
      stored.push(message);
      lastId = id;
      // The first one after a lost connection: something may have been missed before it.
      if (breakAt !== null && (gaps.newest() ?? Number.NEGATIVE_INFINITY) <= breakAt) gaps.add(id);
      changed('added', stored.length - 1, 1);
      return true;
    }
    const index = lowerBound(stored, id);
    const known = stored[index];
    if (known?.id === id) return replace(index, mergeMessage(known, message, isStale));
    // An echo of something older than all that is loaded belongs to a page that nobody has asked for yet.
    if (index === 0 && hasOlder && isLoaded) {
      if (ticket === undefined && openReads > 0) aside.set(id, message);
      return false;
    }
    if (gaps.has(known?.id as number)) gaps.add(id);
    stored.splice(index, 0, message);
    changed('added', index, 1);
    return true;
  }

  function mergePage(page: ThreadPage, ticket: ReadTicket = ticks): void {
    const wasEmpty = stored.length === 0;
    const messages = sortedById(page.messages);
    const first = messages[0];
    const last = messages.at(-1);
    const isFirstKnown = first !== undefined && indexOfId(stored, first.id) >= 0 && !gaps.has(first.id);
    if (!isLoaded) doubtEarly(first);
    absorb(messages, ticket);
    isLoaded = true;
    const isNewest = page.after === undefined && page.before === undefined;
    if (isNewest || (page.after !== undefined && breakAt !== null && page.after <= breakAt)) breakAt = null;
    if (first === undefined || last === undefined) mergeNothing(page, wasEmpty);
    else if (gaps.close(first.id, last.id, page)) hasOlder = false;
    if (first !== undefined && page.first_message_id !== -1 && !isFirstKnown) {
      if (lowerBound(stored, first.id) > 0) gaps.add(first.id);
      else {
        hasOlder = true;
        oldestRead = first.id;
      }
    }
  }

  /** What was heard before the first page may be scattered: what is older goes, what is newer is looked into. */
  function doubtEarly(first: Message | undefined): void {
    const count = first === undefined ? 0 : lowerBound(stored, first.id);
    if (count > 0) {
      stored.splice(0, count);
      lastId = stored.at(-1)?.id ?? Number.NEGATIVE_INFINITY;
      changed('removed', 0, count);
    }
    oldestRead = null;
    for (const { id } of stored) gaps.add(id);
  }

  /** An empty page tells that nothing stands before (or after) the place it was asked for. */
  function mergeNothing(page: ThreadPage, wasEmpty: boolean): void {
    if (page.before !== undefined) {
      const { before } = page;
      gaps.remove(before);
      const oldest = stored[0];
      if (oldest === undefined || before <= oldest.id) hasOlder = false;
    } else if (page.after !== undefined) {
      const { after } = page;
      gaps.keep((id) => id <= after);
      if (after < 0) hasOlder = false;
    } else if (wasEmpty || page.first_message_id === -1) hasOlder = false;
  }

  function absorb(messages: readonly Message[], ticket: ReadTicket): void {
    const first = messages[0];
    if (first === undefined) return;
    if (pending.length > 0) for (const { client_id } of messages) if (client_id !== null) settle(client_id);
    const fresh: Message[] = [];
    for (const message of messages) {
      if (isHidden(message)) remove(message.id);
      else if (hidden.size === 0 || !hidden.has(message.id)) fresh.push(latest(message, ticket));
    }
    // Answers overtake each other: what was asked for earlier and comes later is older.
    if (openReads > 1)
      for (const { id } of messages) heard.set(id, Math.max(heard.get(id) ?? ticket, ticket));
    if (fresh[0] !== undefined && fresh[0].id > lastId) append(fresh);
    else weave(fresh, ticket);
  }

  /** A page that is wholly newer than all that is known. */
  function append(fresh: readonly Message[]): void {
    const start = stored.length;
    for (const message of fresh) stored.push(message);
    lastId = stored.at(-1)?.id ?? lastId;
    changed('added', start, fresh.length);
  }

  function weave(fresh: readonly Message[], ticket: ReadTicket): void {
    const unsent: number[] = [];
    const added: number[] = [];
    const updated: number[] = [];
    // Only the part of the thread that the page covers is rebuilt.
    const start = fresh[0] === undefined ? stored.length : lowerBound(stored, fresh[0].id);
    const tail = stored.slice(start);
    const knownIds = new Set(tail.map((message) => message.id));
    const merged = mergeAscending(tail, fresh, (known, incoming) => {
      const next = mergeMessage(known, incoming, (heard.get(known.id) ?? -1) > ticket);
      if (next !== known) updated.push(known.id);
      if (next.delete_from_everyone && !known.delete_from_everyone) unsent.push(known.id);
      return next;
    });
    for (const message of fresh) if (!knownIds.has(message.id)) added.push(message.id);
    if (added.length === 0 && updated.length === 0) return;
    stored = start === 0 ? merged : stored.slice(0, start).concat(merged);
    lastId = stored.at(-1)?.id ?? Number.NEGATIVE_INFINITY;
    announceAdded(added);
    for (const id of updated) changed('changed', indexOfId(stored, id), 1);
    for (const id of unsent) unsendQuotes(id);
  }

  /** Tells of neighbours in one change, ascending, so that each index is right when it is heard. */
  function announceAdded(ids: readonly number[]): void {
    let at = 0;
    while (at < ids.length) {
      const index = indexOfId(stored, ids[at] as number);
      let count = 1;
      while (at + count < ids.length && stored[index + count]?.id === ids[at + count]) count += 1;
      changed('added', index, count);
      at += count;
    }
  }

  function receive(ids: readonly number[], receipt: Receipt): void {
    for (const id of ids) {
      const index = indexOfId(stored, id);
      if (index >= 0) replace(index, receipted(stored[index] as Message, receipt));
      // A receipt may overtake its message, or the page that brings it.
      else if (id > lastId || openReads > 0) early.note(id, receipt);
    }
  }

  return {
    chatId,
    get length() {
      return stored.length + pending.length;
    },
    get storedLength() {
      return stored.length;
    },
    get revision() {
      return revision;
    },
    get hasOlder() {
      return hasOlder;
    },
    get isLoaded() {
      return isLoaded;
    },
    get gapBefore() {
      return gaps.newest();
    },
    get breakAt() {
      return breakAt;
    },
    at: (index) => (index < stored.length ? stored[index] : pending[index - stored.length]),
    get: (id) => stored[indexOfId(stored, id)],
    indexOf: (id) => indexOfId(stored, id),
    newestId: () => stored.at(-1)?.id ?? null,
    oldestId: () => stored[0]?.id ?? null,
    readFrom() {
      const oldest = stored[0]?.id ?? oldestRead;
      return oldest === null ? null : Math.min(oldest, oldestRead ?? oldest);
    },
    upsert,
    mergePage,
    beginRead() {
      openReads += 1;
      ticks += 1;
      return ticks;
    },
    endRead() {
      openReads = Math.max(0, openReads - 1);
      if (openReads > 0) return;
      heard.clear();
      aside.clear();
      lateMarks.clear();
    },
    markBreak() {
      if (breakAt === null && isLoaded) breakAt = stored.at(-1)?.id ?? -1;
    },
    dropBefore(id) {
      const count = lowerBound(stored, id);
      if (count === 0) return;
      stored.splice(0, count);
      gaps.keep((at) => at > id);
      hasOlder = true;
      oldestRead = null;
      changed('removed', 0, count);
    },
    markDelivered: (ids) => receive(ids, 'delivered'),
    markSeen: (ids) => receive(ids, 'seen'),
    markUser(userId, mark) {
      let isHeld = false;
      for (let i = 0; i < stored.length; i += 1) {
        const message = stored[i] as Message;
        if (mark.is_block === false && isHeldBack(message, userId)) isHeld = true;
        replace(i, markedMessage(message, userId, mark));
      }
      if (openReads > 0) lateMarks.note(++ticks, userId, mark);
      return isHeld;
    },
    putPending(message) {
      const index = pending.findIndex((known) => known.client_id === message.client_id);
      if (index >= 0) pending[index] = message;
      else pending.push(message);
      changed(index >= 0 ? 'changed' : 'added', stored.length + (index >= 0 ? index : pending.length - 1), 1);
    },
    dropPending: settle,
    pending: () => [...pending],
    tail: (count) => stored.slice(Math.max(0, stored.length - count)),
  };
}
