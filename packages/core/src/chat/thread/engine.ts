// The thread engine: the rows of one chat, from pages, events, responses and receipts in any order.
import { hasReaction, isWithheld, moderated } from '../message/moderation.ts';
import { coverFrom, emptyCoverage, startOf } from './coverage.ts';
import { applyReceipt, type EngineState, mergePage, patchMessage, upsertMessage } from './ingest.ts';
import { createLateUpdates } from './late-updates.ts';
import { indexOfId, lowerBound } from './order.ts';
import { createEarlyReceipts } from './receipts.ts';
import { dropPending, putPending, removeRows, replaceRow, type ThreadRows } from './rows.ts';
import { takeSnapshot } from './snapshots.ts';
import type { Thread, ThreadOptions } from './types.ts';

/** Creates an empty thread. */
export function createThread(options: ThreadOptions): Thread {
  const { chatId, viewerId, onChange = () => {}, withhold = (message) => message } = options;
  const rows: ThreadRows = {
    stored: [],
    pending: [],
    revision: 0,
    latest: null,
    report(kind, index, count) {
      rows.revision += 1;
      onChange(kind, index, count);
    },
  };
  const late = createLateUpdates();
  const state: EngineState = {
    viewerId,
    rows,
    late,
    early: createEarlyReceipts(),
    hidden: new Set(),
    coverage: emptyCoverage,
    admit(message) {
      const admitted = withhold(message);
      isThinned ||= admitted !== message;
      return admitted;
    },
  };

  /** Whether something of a blocked user was removed from rows. */
  let isThinned = false;

  const oldestId = (): number | null => rows.stored[0]?.id ?? null;
  const newestId = (): number | null => rows.stored.at(-1)?.id ?? null;

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
    snapshot: () => takeSnapshot(rows),
    at: (index) => rows.stored[index] ?? rows.pending[index - rows.stored.length],
    get: (id) => rows.stored[indexOfId(rows.stored, id)],
    isHidden: (id) => state.hidden.has(id),
    isBlockedUser: (userId) => rows.stored.findLast(({ sender }) => sender.id === userId)?.is_block === true,
    indexOf: (id) => indexOfId(rows.stored, id),
    newestId,
    oldestId,
    readFrom: () => startOf(state.coverage, oldestId()),
    upsert: (message, epoch) => upsertMessage(state, message, epoch),
    patch: (change) => patchMessage(state, change),
    mergePage: (page, epoch = late.now()) => mergePage(state, page, epoch),
    beginRequest: late.begin,
    endRequest: late.end,
    markBreak() {
      const { coverage } = state;
      if (coverage.breakAt === null && coverage.isLoaded)
        state.coverage = { ...coverage, breakAt: newestId() ?? -1 };
    },
    dropBefore(id) {
      const count = lowerBound(rows.stored, id);
      if (count === 0) return;
      state.coverage = coverFrom(state.coverage, id);
      removeRows(rows, 0, count);
    },
    markDelivered: (ids) => applyReceipt(state, ids, 'delivered'),
    markSeen: (ids) => applyReceipt(state, ids, 'seen'),
    markUser(userId, moderation) {
      let isMissing = false;
      for (const [index, message] of rows.stored.entries()) {
        if (moderation.is_block === false && isWithheld(message, userId)) isMissing = true;
        if (moderation.is_block === true) isThinned ||= hasReaction(message, userId);
        replaceRow(rows, index, moderated(message, userId, moderation));
      }
      late.noteModeration(userId, moderation);
      return moderation.is_block === false && (isThinned || isMissing);
    },
    putPending: (message) => putPending(rows, message),
    dropPending: (clientId) => dropPending(rows, clientId),
    tail: (count) => rows.stored.slice(Math.max(0, rows.stored.length - count)),
  };
}
