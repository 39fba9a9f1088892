// How messages, pages and receipts change a thread. Each function changes the state and reports changed rows.
import { isServerId, type Message, type MessagePatch } from '../../contract/index.ts';
import { addGap, type Coverage, coverAppended, coverPage, coverRemoved, isBeforeStart } from './coverage.ts';
import type { LateUpdates } from './late-updates.ts';
import { mergeMessage, patchedMessage } from './merge.ts';
import { indexOfId, lowerBound, sortedById } from './order.ts';
import { type EarlyReceipts, type Receipt, receipted } from './receipts.ts';
import {
  appendRows,
  dropPending,
  insertRow,
  mergeRows,
  removeRows,
  replaceRow,
  type ThreadRows,
} from './rows.ts';
import type { RequestEpoch, ThreadPage } from './types.ts';

export interface EngineState {
  readonly viewerId: number;
  readonly rows: ThreadRows;
  readonly late: LateUpdates;
  readonly early: EarlyReceipts;
  /** Ids that the viewer deleted: a late page must not restore them. */
  readonly hidden: Set<number>;
  coverage: Coverage;
  /** Removes what the viewer must not see from a message that enters the thread. */
  readonly admit: (message: Message) => Message;
}

function isHidden({ viewerId }: EngineState, { deleted_list }: Message): boolean {
  return deleted_list.length > 0 && deleted_list.includes(viewerId);
}

function isNewer({ stored }: ThreadRows, id: number): boolean {
  return stored.length === 0 || id > (stored[stored.length - 1] as Message).id;
}

function hide(state: EngineState, id: number): boolean {
  const { rows, hidden, coverage } = state;
  const { stored } = rows;
  hidden.add(id);
  const index = indexOfId(stored, id);
  if (index < 0) return false;
  state.coverage = coverRemoved(coverage, id, index > 0 ? stored[index + 1]?.id : undefined);
  removeRows(rows, index, 1);
  return true;
}

/** Adds or updates one message. Returns false when nothing changed. */
export function upsertMessage(state: EngineState, received: Message, epoch?: RequestEpoch): boolean {
  const { rows, late, early, hidden } = state;
  const { stored, pending } = rows;
  const updated = epoch === undefined ? received : late.update(late.moderate(received, epoch), epoch);
  const message = state.admit(early.isEmpty() ? updated : early.apply(updated));
  const { id, client_id } = message;
  if (client_id !== null && pending.length > 0) dropPending(rows, client_id);
  if (isHidden(state, message)) return hide(state, id);
  if (hidden.size > 0 && hidden.has(id)) return false;
  const isStale = epoch !== undefined && late.isStale(id, epoch);
  if (epoch === undefined) late.noteEvent(id);
  if (isNewer(rows, id)) {
    state.coverage = coverAppended(state.coverage, id);
    insertRow(rows, stored.length, message);
    return true;
  }
  const index = lowerBound(stored, id);
  const known = stored[index] as Message;
  if (known.id === id) return replaceRow(rows, index, mergeMessage(known, message, isStale));
  const { coverage } = state;
  // Older than everything loaded: it belongs to a page that has not been requested yet.
  if (index === 0 && coverage.hasOlder && coverage.isLoaded) {
    if (epoch === undefined) late.noteUnloaded(message);
    return false;
  }
  if (coverage.gaps.includes(known.id)) state.coverage = addGap(coverage, id);
  insertRow(rows, index, message);
  return true;
}

/** Applies changed parts of a message. Returns the message; null when it is not loaded. */
export function patchMessage({ rows, late, admit }: EngineState, patch: MessagePatch): Message | null {
  late.notePatch(patch);
  const index = indexOfId(rows.stored, patch.id);
  const known = rows.stored[index];
  if (known === undefined) return null;
  const next = admit(patchedMessage(known, patch));
  replaceRow(rows, index, next);
  return next;
}

export function mergePage(state: EngineState, page: ThreadPage, epoch: RequestEpoch): void {
  const { stored } = state.rows;
  const wasEmpty = stored.length === 0;
  // Messages between the page and the first loaded one may be missing.
  if (isBeforeStart(state.coverage, page, stored[0]?.id ?? null)) return;
  const messages = sortedById(page.messages);
  const first = messages[0]?.id;
  const last = messages.at(-1)?.id;
  const isFirstKnown =
    first !== undefined && indexOfId(stored, first) >= 0 && !state.coverage.gaps.includes(first);
  if (!state.coverage.isLoaded) doubtEarly(state, first);
  dropIdentified(state.rows, messages);
  mergeMessages(state, messages, epoch);
  const merged = { first, last, isFirstKnown, wasEmpty, oldest: state.rows.stored[0]?.id };
  state.coverage = coverPage(state.coverage, page, merged);
}

/** Removes messages that arrived without an id, and that the page has with one. */
function dropIdentified(rows: ThreadRows, page: readonly Message[]): void {
  for (let index = rows.stored.length - 1; index >= 0; index -= 1) {
    const known = rows.stored[index] as Message;
    if (isServerId(known.id)) continue;
    const isSame = (one: Message): boolean =>
      isServerId(one.id) &&
      one.message === known.message &&
      one.sender.id === known.sender.id &&
      (known.created_at === null || one.created_at === known.created_at);
    if (page.some(isSame)) removeRows(rows, index, 1);
  }
}

/** Events before the first page may have gaps between them: drops older ones, marks a gap before each other. */
function doubtEarly(state: EngineState, first: number | undefined): void {
  const { rows } = state;
  const count = first === undefined ? 0 : lowerBound(rows.stored, first);
  if (count > 0) removeRows(rows, 0, count);
  state.coverage = { ...state.coverage, startsAt: null };
  for (const { id } of rows.stored) state.coverage = addGap(state.coverage, id);
}

function mergeMessages(state: EngineState, messages: readonly Message[], epoch: RequestEpoch): void {
  const { rows, late, early, hidden } = state;
  if (messages.length === 0) return;
  if (rows.pending.length > 0)
    for (const { client_id } of messages) if (client_id !== null) dropPending(rows, client_id);
  const visible: Message[] = [];
  for (const message of messages) {
    if (isHidden(state, message)) hide(state, message.id);
    else if (hidden.size === 0 || !hidden.has(message.id))
      visible.push(state.admit(early.apply(late.update(late.moderate(message, epoch), epoch))));
  }
  late.noteResponse(messages, epoch);
  if (visible[0] !== undefined && isNewer(rows, visible[0].id)) appendRows(rows, visible);
  else
    mergeRows(rows, visible, (known, incoming) =>
      mergeMessage(known, incoming, late.isStale(known.id, epoch)),
    );
}

export function applyReceipt(state: EngineState, ids: readonly number[], receipt: Receipt): void {
  const { rows, late, early } = state;
  for (const id of ids) {
    const index = indexOfId(rows.stored, id);
    if (index >= 0) replaceRow(rows, index, receipted(rows.stored[index] as Message, receipt));
    else if (isNewer(rows, id) || late.isPending()) early.add(id, receipt);
  }
}
