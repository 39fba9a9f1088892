// The thread engine: applies pages, events, answers and receipts to the rows of one chat.
import type { Message } from '../../contract/index.ts';
import { isWithheld, moderated } from '../message/moderation.ts';
import {
  addGap,
  type Coverage,
  coverAppended,
  coverFrom,
  coverPage,
  coverRemoved,
  emptyCoverage,
} from './coverage.ts';
import { createLateAnswers } from './late-answers.ts';
import { mergeMessage } from './merge.ts';
import { indexOfId, lowerBound, sortedById } from './order.ts';
import { createEarlyReceipts, type Receipt, receipted } from './receipts.ts';
import { createRows } from './rows.ts';
import type { ReadTicket, Thread, ThreadOptions, ThreadPage } from './types.ts';

/** Creates an empty thread. */
export function createThread({ chatId, viewerId, onChange = () => {} }: ThreadOptions): Thread {
  const rows = createRows(onChange);
  const late = createLateAnswers();
  const early = createEarlyReceipts();
  let coverage: Coverage = emptyCoverage;
  /** Ids that the viewer deleted: a late page must not restore them. */
  const hidden = new Set<number>();

  const isHidden = ({ deleted_list }: Message): boolean =>
    deleted_list.length > 0 && deleted_list.includes(viewerId);
  const oldestId = (): number | null => rows.stored[0]?.id ?? null;
  const newestId = (): number | null => rows.stored[rows.stored.length - 1]?.id ?? null;
  const isNewer = (id: number): boolean => id > (newestId() ?? Number.NEGATIVE_INFINITY);

  function hide(id: number): boolean {
    hidden.add(id);
    const index = indexOfId(rows.stored, id);
    if (index < 0) return false;
    coverage = coverRemoved(coverage, id, index > 0 ? rows.stored[index + 1]?.id : undefined);
    rows.remove(index, 1);
    return true;
  }

  function dropFirst(count: number): void {
    if (count > 0) rows.remove(0, count);
  }

  function upsert(received: Message, ticket?: ReadTicket): boolean {
    const asked = ticket === undefined ? received : late.moderate(received, ticket);
    const message = early.isEmpty() ? asked : early.apply(asked);
    const { id, client_id } = message;
    if (client_id !== null && rows.pending.length > 0) rows.dropPending(client_id);
    if (isHidden(message)) return hide(id);
    if (hidden.size > 0 && hidden.has(id)) return false;
    const isStale = ticket !== undefined && late.isStale(id, ticket);
    if (ticket === undefined) late.noteEvent(id);
    const { stored } = rows;
    if (isNewer(id)) {
      coverage = coverAppended(coverage, id);
      rows.insert(stored.length, message);
      return true;
    }
    const index = lowerBound(stored, id);
    const known = stored[index] as Message;
    if (known.id === id) return rows.replace(index, mergeMessage(known, message, isStale));
    // Older than everything loaded: it belongs to a page that has not been requested yet.
    if (index === 0 && coverage.hasOlder && coverage.isLoaded) {
      if (ticket === undefined) late.noteUnloaded(message);
      return false;
    }
    if (coverage.gaps.includes(known.id)) coverage = addGap(coverage, id);
    rows.insert(index, message);
    return true;
  }

  function mergePage(page: ThreadPage, ticket: ReadTicket = late.now()): void {
    const wasEmpty = rows.stored.length === 0;
    const messages = sortedById(page.messages);
    const first = messages[0]?.id;
    const isFirstKnown =
      first !== undefined && indexOfId(rows.stored, first) >= 0 && !coverage.gaps.includes(first);
    if (!coverage.isLoaded) doubtEarly(first);
    mergeMessages(messages, ticket);
    const merged = { first, last: messages.at(-1)?.id, isFirstKnown, wasEmpty, oldest: rows.stored[0]?.id };
    coverage = coverPage(coverage, page, merged);
  }

  /** Events before the first page may have gaps between them: drop older ones, mark a gap before each other. */
  function doubtEarly(first: number | undefined): void {
    dropFirst(first === undefined ? 0 : lowerBound(rows.stored, first));
    coverage = { ...coverage, oldestRead: null };
    for (const { id } of rows.stored) coverage = addGap(coverage, id);
  }

  function mergeMessages(messages: readonly Message[], ticket: ReadTicket): void {
    if (messages.length === 0) return;
    if (rows.pending.length > 0)
      for (const { client_id } of messages) if (client_id !== null) rows.dropPending(client_id);
    const visible: Message[] = [];
    for (const message of messages) {
      if (isHidden(message)) hide(message.id);
      else if (hidden.size === 0 || !hidden.has(message.id))
        visible.push(early.apply(late.update(late.moderate(message, ticket), ticket)));
    }
    late.noteAnswer(messages, ticket);
    if (visible[0] !== undefined && isNewer(visible[0].id)) rows.append(visible);
    else
      rows.merge(visible, (known, incoming) => mergeMessage(known, incoming, late.isStale(known.id, ticket)));
  }

  function applyReceipt(ids: readonly number[], receipt: Receipt): void {
    for (const id of ids) {
      const index = indexOfId(rows.stored, id);
      if (index >= 0) rows.replace(index, receipted(rows.stored[index] as Message, receipt));
      else if (isNewer(id) || late.isPending()) early.add(id, receipt);
    }
  }

  return {
    chatId,
    get length() {
      return rows.stored.length + rows.pending.length;
    },
    get storedLength() {
      return rows.stored.length;
    },
    get revision() {
      return rows.revision;
    },
    get hasOlder() {
      return coverage.hasOlder;
    },
    get isLoaded() {
      return coverage.isLoaded;
    },
    get gapBefore() {
      return coverage.gaps.at(-1) ?? null;
    },
    get breakAt() {
      return coverage.breakAt;
    },
    at: (index) => rows.stored[index] ?? rows.pending[index - rows.stored.length],
    get: (id) => rows.stored[indexOfId(rows.stored, id)],
    indexOf: (id) => indexOfId(rows.stored, id),
    newestId,
    oldestId,
    readFrom() {
      const oldest = oldestId() ?? coverage.oldestRead;
      return oldest === null ? null : Math.min(oldest, coverage.oldestRead ?? oldest);
    },
    upsert,
    mergePage,
    beginRead: late.begin,
    endRead: late.end,
    markBreak() {
      if (coverage.breakAt === null && coverage.isLoaded)
        coverage = { ...coverage, breakAt: newestId() ?? -1 };
    },
    dropBefore(id) {
      const count = lowerBound(rows.stored, id);
      if (count === 0) return;
      coverage = coverFrom(coverage, id);
      dropFirst(count);
    },
    markDelivered: (ids) => applyReceipt(ids, 'delivered'),
    markSeen: (ids) => applyReceipt(ids, 'seen'),
    markUser(userId, moderation) {
      let isMissing = false;
      for (let i = 0; i < rows.stored.length; i += 1) {
        const message = rows.stored[i] as Message;
        if (moderation.is_block === false && isWithheld(message, userId)) isMissing = true;
        rows.replace(i, moderated(message, userId, moderation));
      }
      late.noteModeration(userId, moderation);
      return isMissing;
    },
    putPending: rows.putPending,
    dropPending: rows.dropPending,
    pending: () => [...rows.pending],
    tail: (count) => rows.stored.slice(Math.max(0, rows.stored.length - count)),
  };
}
