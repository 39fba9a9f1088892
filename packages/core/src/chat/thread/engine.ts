// The thread engine: the rows of one chat, from pages, events, answers and receipts in any order.
import type { Message } from '../../contract/index.ts';
import { isWithheld, moderated } from '../message/moderation.ts';
import type { PendingMessage } from '../outbox/pending.ts';
import { coverFrom, emptyCoverage } from './coverage.ts';
import { applyReceipt, type EngineState, mergePage, upsertMessage } from './ingest.ts';
import { createLateAnswers } from './late-answers.ts';
import { indexOfId, lowerBound } from './order.ts';
import { createEarlyReceipts } from './receipts.ts';
import { dropPending, putPending, removeRows, replaceRow, type ThreadRows } from './rows.ts';
import type { Thread, ThreadOptions } from './types.ts';

/** Creates an empty thread. */
export function createThread({ chatId, viewerId, onChange = () => {} }: ThreadOptions): Thread {
  const stored: Message[] = [];
  const pending: PendingMessage[] = [];
  let revision = 0;
  const rows: ThreadRows = {
    stored,
    pending,
    report(kind, index, count) {
      revision += 1;
      onChange(kind, index, count);
    },
  };
  const late = createLateAnswers();
  const state: EngineState = {
    viewerId,
    rows,
    late,
    early: createEarlyReceipts(),
    hidden: new Set(),
    coverage: emptyCoverage,
  };

  const oldestId = (): number | null => stored[0]?.id ?? null;
  const newestId = (): number | null => stored.at(-1)?.id ?? null;

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
      return state.coverage.hasOlder;
    },
    get isLoaded() {
      return state.coverage.isLoaded;
    },
    get gapBefore() {
      return state.coverage.gaps.at(-1) ?? null;
    },
    get breakAt() {
      return state.coverage.breakAt;
    },
    at: (index) => stored[index] ?? pending[index - stored.length],
    get: (id) => stored[indexOfId(stored, id)],
    indexOf: (id) => indexOfId(stored, id),
    newestId,
    oldestId,
    readFrom() {
      const { oldestRead } = state.coverage;
      const oldest = oldestId() ?? oldestRead;
      return oldest === null ? null : Math.min(oldest, oldestRead ?? oldest);
    },
    upsert: (message, ticket) => upsertMessage(state, message, ticket),
    mergePage: (page, ticket = late.now()) => mergePage(state, page, ticket),
    beginRead: late.begin,
    endRead: late.end,
    markBreak() {
      const { coverage } = state;
      if (coverage.breakAt === null && coverage.isLoaded)
        state.coverage = { ...coverage, breakAt: newestId() ?? -1 };
    },
    dropBefore(id) {
      const count = lowerBound(stored, id);
      if (count === 0) return;
      state.coverage = coverFrom(state.coverage, id);
      removeRows(rows, 0, count);
    },
    markDelivered: (ids) => applyReceipt(state, ids, 'delivered'),
    markSeen: (ids) => applyReceipt(state, ids, 'seen'),
    markUser(userId, moderation) {
      let isMissing = false;
      for (const [index, message] of stored.entries()) {
        if (moderation.is_block === false && isWithheld(message, userId)) isMissing = true;
        replaceRow(rows, index, moderated(message, userId, moderation));
      }
      late.noteModeration(userId, moderation);
      return isMissing;
    },
    putPending: (message) => putPending(rows, message),
    dropPending: (clientId) => dropPending(rows, clientId),
    pending: () => [...pending],
    tail: (count) => stored.slice(Math.max(0, stored.length - count)),
  };
}
