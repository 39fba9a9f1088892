// How the messages of a chat are loaded, as one pure function of its state and an event. Requests, rows and timers are
// effects, which the runner (loader.ts) executes; what comes of them are events again.
import type { Chat } from '../../contract/index.ts';
import { backoffDelay, retryDelay } from '../../shared/retry.ts';
import type { ChatError } from '../errors.ts';
import { chatRetry } from '../retry.ts';
import type { PageCursor, Thread, ThreadState } from './types.ts';

/** Pages read in one go. Longer gaps are not filled: the messages before them are dropped and load on demand. */
const maxPages = 40;
const maxJumpPages = 200;
const highlightMs = 2000;
/** Milliseconds before the files of the same message are requested again. */
const renewPauseMs = 30_000;

/**
 * Why a page is requested:
 * - `sync`: messages may be missing. The newest page or what is newer, then the gaps, the newest first.
 * - `refresh`: loaded messages may have changed.
 * - `older`: the user scrolls to the start, or jumps to a message that is not loaded.
 * - `renew`: the URLs of a message's files have expired.
 */
type Purpose = 'sync' | 'refresh' | 'older' | 'renew';

/** A request without a response. */
interface Request {
  readonly cursor: PageCursor;
  /** The connection under which it was sent. */
  readonly connection: number;
  readonly purposes: readonly Purpose[];
}

export interface LoadingState extends Pick<ThreadState, 'status' | 'older' | 'highlight'> {
  readonly isOpen: boolean;
  readonly requests: readonly Request[];
  /** Whether the newest page has to be read, not only what is newer. */
  readonly isNewestWanted: boolean;
  /** Whether a page was read while connected: until then no events were received. */
  readonly wasConnected: boolean;
  /** The connection since which no message can be missing; 0 when some may be. */
  readonly completeSince: number;
  /** The connection at the start of a sync, and how many pages may follow; null when none is running. */
  readonly sync: { readonly connection: number; readonly pages: number } | null;
  /** Messages from this id on were read since the connection was opened or lost. */
  readonly freshFrom: number;
  /** An unblocked user's texts are missing: the refresh does not end at the first message in view. */
  readonly isTextMissing: boolean;
  /** Pages of the refresh; 0 when none is running. */
  readonly refreshed: number;
  readonly renewing: ReadonlySet<number>;
  /** The target of a jump that is loading, and its pages. */
  readonly jump: { readonly id: number; readonly pages: number } | null;
  readonly jumps: number;
  /** Failures since the last success; the delay of a retry grows with them. */
  readonly failures: number;
  readonly isRetryPlanned: boolean;
}

/** What an action waits for. */
export type Waiter = 'load' | 'sync' | 'older' | `jump ${number}` | `renew ${number}`;

export type LoadingEvent =
  | { readonly type: 'opened' | 'closed' }
  | { readonly type: 'reloaded' }
  /** Newer messages are needed now. */
  | { readonly type: 'probed' }
  | { readonly type: 'connected' | 'disconnected' }
  | { readonly type: 'scrolled' }
  /** The user wants the page before the first message. */
  | { readonly type: 'reached-start' }
  | { readonly type: 'jumped'; readonly id: number }
  | { readonly type: 'expired'; readonly id: number }
  /** A user was unblocked; `isTextMissing` when texts of theirs have to be read again. */
  | { readonly type: 'unblocked'; readonly isTextMissing: boolean }
  /** A page was received and merged. */
  | { readonly type: 'arrived'; readonly cursor: PageCursor; readonly chat: Chat }
  /** `retryAfter` is the server's wait in seconds; null when it gave none. */
  | {
      readonly type: 'failed';
      readonly cursor: PageCursor;
      readonly error: ChatError;
      readonly retryAfter: number | null;
    }
  | { readonly type: 'retry-due' }
  | { readonly type: 'renewable'; readonly id: number }
  | { readonly type: 'highlight-over'; readonly jump: number };

export type LoadingEffect =
  | { readonly type: 'read'; readonly cursor: PageCursor }
  | { readonly type: 'timer'; readonly ms: number; readonly event: LoadingEvent }
  | { readonly type: 'restore' }
  /** Messages may be missing after the newest one. */
  | { readonly type: 'mark-break' }
  | { readonly type: 'drop-before'; readonly id: number }
  /** The newest page was asked for and has arrived. */
  | { readonly type: 'loaded'; readonly chat: Chat }
  /** `error` is null after a success. */
  | { readonly type: 'settle'; readonly waiter: Waiter; readonly error: ChatError | null }
  | { readonly type: 'publish' };

/** What is true when an event happens. */
interface LoadingFacts {
  readonly rows: Pick<
    Thread,
    'isLoaded' | 'hasOlder' | 'gapBefore' | 'breakAt' | 'oldestId' | 'newestId' | 'readFrom' | 'indexOf'
  >;
  readonly isCached: boolean;
  /** The first message in view; null when none of the server's is. */
  readonly firstInView: number | null;
  /** How many times the socket has opened; 0 while it is not open. */
  readonly connection: number;
}

export const initialLoading: LoadingState = {
  status: 'idle',
  older: 'idle',
  highlight: null,
  isOpen: false,
  requests: [],
  isNewestWanted: false,
  wasConnected: false,
  completeSince: 0,
  sync: null,
  freshFrom: Number.POSITIVE_INFINITY,
  isTextMissing: false,
  refreshed: 0,
  renewing: new Set(),
  jump: null,
  jumps: 0,
  failures: 0,
  isRetryPlanned: false,
};

/** The state during one update: each field is replaced, none is changed in place. */
interface Work {
  state: LoadingState;
  readonly facts: LoadingFacts;
  readonly effects: LoadingEffect[];
}

/** Applies an event. Returns what the runner has to do. */
export function update(
  state: LoadingState,
  event: LoadingEvent,
  facts: LoadingFacts,
): { readonly state: LoadingState; readonly effects: readonly LoadingEffect[] } {
  const work: Work = { state, facts, effects: [] };
  apply(work, event);
  return { state: work.state, effects: work.effects };
}

function apply(work: Work, event: LoadingEvent): void {
  const { state } = work;
  switch (event.type) {
    case 'opened':
      show(work, { isOpen: true });
      if (state.status !== 'ready') load(work);
      else if (!isComplete(work)) sync(work);
      break;
    case 'closed':
      set(work, { isOpen: false });
      break;
    case 'reloaded':
      load(work);
      break;
    case 'probed':
      if (work.facts.rows.isLoaded) sync(work);
      else load(work);
      break;
    case 'connected':
    case 'disconnected':
      reconnect(work, event.type === 'connected');
      break;
    case 'scrolled':
      refresh(work);
      break;
    case 'reached-start':
      loadOlder(work);
      break;
    case 'jumped':
      if (state.jump?.id !== event.id) endJump(work, notFound);
      set(work, { jump: { id: event.id, pages: 0 }, jumps: state.jumps + 1 });
      continueJump(work);
      break;
    case 'expired':
      renew(work, event.id);
      break;
    case 'unblocked':
      if (event.isTextMissing)
        set(work, { freshFrom: Number.POSITIVE_INFINITY, isTextMissing: state.isOpen });
      if (state.isOpen) refresh(work);
      break;
    case 'arrived':
      arrive(work, event);
      break;
    case 'failed':
      fail(work, event);
      break;
    case 'retry-due':
      retry(work);
      break;
    case 'renewable':
      endPause(work, event.id);
      break;
    case 'highlight-over':
      if (state.highlight?.jump === event.jump) show(work, { highlight: null });
  }
}

/** Reads the newest page, then as `sync`. */
function load(work: Work): void {
  const { rows, isCached } = work.facts;
  const isRestored = !rows.isLoaded && isCached;
  if (isRestored) work.effects.push({ type: 'restore' }, { type: 'mark-break' });
  show(work, { isNewestWanted: true, status: rows.isLoaded || isRestored ? 'ready' : 'loading' });
  // The cache may be far behind: filling many pages would take longer than loading them on demand.
  sync(work, isRestored ? 1 : maxPages);
}

/** Reads what may be missing, unless it is being read. */
function sync(work: Work, pages = maxPages): void {
  const { state, facts } = work;
  const { rows, connection } = facts;
  if (state.sync !== null) return;
  set(work, { sync: { connection, pages } });
  // Until the first connection only the newest page shows new and changed messages.
  const isNewer = state.wasConnected && !state.isNewestWanted;
  read(work, 'sync', isNewer ? { after: rows.breakAt ?? rows.newestId() ?? -1 } : {});
}

function continueSync(work: Work, { cursor, chat }: Arrived): void {
  const { sync: running, isNewestWanted } = work.state;
  if (running === null) return;
  const { connection, pages } = running;
  if (connection !== 0) set(work, { wasConnected: true });
  if (isNewestWanted && cursor.before === undefined && cursor.after === undefined) {
    set(work, { isNewestWanted: false, status: 'ready' });
    work.effects.push({ type: 'loaded', chat });
    settle(work, 'load', null);
  }
  const before = work.facts.rows.gapBefore;
  if (before !== null && pages > 0) {
    set(work, { sync: { connection, pages: pages - 1 } });
    read(work, 'sync', { before });
    return;
  }
  endSync(work);
}

/** Ends a sync. Messages before a gap that is left are dropped and load on demand. */
function endSync(work: Work): void {
  const before = work.facts.rows.gapBefore;
  const { connection = 0 } = work.state.sync ?? {};
  if (before !== null) work.effects.push({ type: 'drop-before', id: before });
  set(work, { sync: null, completeSince: connection, failures: 0 });
  const isOutdated = work.facts.connection !== 0 && !isComplete(work);
  if (isOutdated || work.state.isNewestWanted) {
    sync(work);
    return;
  }
  settle(work, 'sync', null);
  show(work, {});
  refresh(work);
}

function failSync(work: Work, failed: Failed): void {
  const { cursor, error } = failed;
  const { isNewestWanted } = work.state;
  const isTransient = error.code === 'unavailable';
  // With a gap that the server does not fill, a thread must not look complete.
  if (!isTransient && cursor.before !== undefined) {
    endSync(work);
    return;
  }
  set(work, { sync: null });
  // The newest page tells whether the chat is gone, or only `min_id` was refused.
  if (!isTransient && cursor.after !== undefined) {
    load(work);
    return;
  }
  if (isNewestWanted && !(isTransient && work.facts.rows.isLoaded))
    set(work, { status: error.code === 'missing' ? 'missing' : 'failed' });
  show(work, {});
  settle(work, 'load', error);
  settle(work, 'sync', error);
  planRetry(work, failed);
}

/** Plans another attempt after a transient failure. */
function planRetry(work: Work, { error, retryAfter }: Failed): void {
  const { failures, isRetryPlanned } = work.state;
  if (error.code !== 'unavailable') return;
  set(work, { failures: failures + 1, isRetryPlanned: true });
  // A `Retry-After` of 0 must not cause a loop.
  const ms = Math.max(backoffDelay(chatRetry, failures + 1), retryDelay(chatRetry, failures + 1, retryAfter));
  if (!isRetryPlanned) work.effects.push({ type: 'timer', ms, event: { type: 'retry-due' } });
}

function retry(work: Work): void {
  const { isOpen, isNewestWanted } = work.state;
  set(work, { isRetryPlanned: false });
  if (!isOpen) return;
  if (isComplete(work)) refresh(work);
  else if (isNewestWanted) load(work);
  else if (work.facts.connection !== 0) sync(work);
}

function reconnect(work: Work, isConnected: boolean): void {
  const { isOpen, status } = work.state;
  work.effects.push({ type: 'mark-break' });
  set(work, { freshFrom: Number.POSITIVE_INFINITY });
  if (!isConnected || !isOpen) return;
  if (work.facts.rows.isLoaded) sync(work);
  else if (status === 'failed') load(work);
}

/** Reads the messages in view again if they may have changed, the newest first. */
function refresh(work: Work, pages = 0): void {
  if (work.state.sync !== null || work.state.refreshed > 0) return;
  const before = staleBefore(work);
  if (before === null) set(work, { isTextMissing: false });
  else {
    set(work, { refreshed: pages + 1, freshFrom: before });
    read(work, 'refresh', { before });
  }
}

/** A page that did not help is not read again, unless the connection has changed meanwhile. */
function continueRefresh(work: Work, { before = 0 }: PageCursor, isSteady: boolean): void {
  const { refreshed, freshFrom } = work.state;
  set(work, { refreshed: 0, failures: 0 });
  if (refreshed < maxPages && (freshFrom < before || !isSteady)) refresh(work, refreshed);
}

function failRefresh(work: Work, failed: Failed): void {
  set(work, { refreshed: 0 });
  planRetry(work, failed);
}

/** The id before which messages have to be read again; null when none have to. */
function staleBefore({ state, facts }: Work): number | null {
  const { rows, firstInView, connection } = facts;
  const oldest = rows.oldestId();
  const newest = rows.newestId();
  if (!rows.isLoaded || oldest === null || newest === null) return null;
  if (connection === 0 && !state.isTextMissing) return null;
  // The newest message may have been deleted since, or all may have changed: start after the newest one.
  const before = Math.min(state.freshFrom, newest + 1);
  const first = state.isTextMissing ? oldest : Math.min(firstInView ?? newest, newest);
  return Math.max(first, oldest) < before ? before : null;
}

/** A page is fresh up to the connection's end, if it adjoins the fresh ones. */
function noteFresh(work: Work, { cursor: { after, before }, chat }: Arrived): void {
  const { freshFrom } = work.state;
  const first = chat.messages[0]?.id ?? (after === undefined ? undefined : Math.floor(after) + 1);
  if (first === undefined || (before !== undefined && before < freshFrom)) return;
  set(work, {
    freshFrom: chat.first_message_id === -1 ? Number.NEGATIVE_INFINITY : Math.min(freshFrom, first),
  });
}

function loadOlder(work: Work): void {
  const { rows } = work.facts;
  const before = rows.readFrom();
  if (work.state.older === 'loading') return;
  if (before === null || !rows.isLoaded || !rows.hasOlder) settle(work, 'older', null);
  else {
    show(work, { older: 'loading' });
    read(work, 'older', { before });
  }
}

const notFound: ChatError = { code: 'missing', message: '' };

function endOlder(work: Work, error: ChatError | null): void {
  show(work, { older: error === null ? 'idle' : 'failed' });
  settle(work, 'older', error);
  if (error === null) continueJump(work);
  else endJump(work, error);
}

/** Highlights the target, or loads an older page. */
function continueJump(work: Work): void {
  const { rows } = work.facts;
  const { jump, jumps } = work.state;
  if (jump === null) return;
  const { id, pages } = jump;
  const oldest = rows.readFrom();
  if (rows.indexOf(id) >= 0) {
    show(work, { highlight: { id, jump: jumps } });
    work.effects.push({ type: 'timer', ms: highlightMs, event: { type: 'highlight-over', jump: jumps } });
    endJump(work, null);
    // A message that is newer than the oldest one and not loaded was deleted.
  } else if (!rows.isLoaded || !rows.hasOlder || oldest === null || oldest < id || pages === maxJumpPages)
    endJump(work, notFound);
  else {
    set(work, { jump: { id, pages: pages + 1 } });
    loadOlder(work);
  }
}

function endJump(work: Work, error: ChatError | null): void {
  const { jump } = work.state;
  set(work, { jump: null });
  if (jump !== null) settle(work, `jump ${jump.id}`, error);
}

function renew(work: Work, id: number): void {
  const { renewing, requests } = work.state;
  const isPending = requests.some(
    ({ cursor, purposes }) => isSame(cursor, { before: id + 1 }) && purposes.includes('renew'),
  );
  if (isPending) return;
  if (renewing.has(id)) settle(work, `renew ${id}`, notFound);
  else {
    set(work, { renewing: new Set([...renewing, id]) });
    read(work, 'renew', { before: id + 1 });
  }
}

function endRenew(work: Work, { before = 0 }: PageCursor, error: ChatError | null): void {
  const id = before - 1;
  settle(work, `renew ${id}`, error);
  if (error?.code === 'unavailable') endPause(work, id);
  // A file that was deleted must not be requested in a loop.
  else work.effects.push({ type: 'timer', ms: renewPauseMs, event: { type: 'renewable', id } });
}

function endPause(work: Work, id: number): void {
  set(work, { renewing: new Set([...work.state.renewing].filter((one) => one !== id)) });
}

const isComplete = ({ state, facts }: Work): boolean =>
  state.completeSince !== 0 && state.completeSince === facts.connection;

const isSame = (one: PageCursor, other: PageCursor): boolean =>
  one.after === other.after && one.before === other.before;

/** Requests a page, unless it is being read: then its response serves both purposes. */
function read(work: Work, purpose: Purpose, cursor: PageCursor): void {
  const { requests } = work.state;
  const { connection } = work.facts;
  const known = requests.find((request) => isSame(request.cursor, cursor));
  const request = known ?? { cursor, connection, purposes: [] };
  const others = requests.filter((one) => one !== known);
  set(work, { requests: [...others, { ...request, purposes: [...request.purposes, purpose] }] });
  if (known === undefined) work.effects.push({ type: 'read', cursor });
}

function endRequest(work: Work, cursor: PageCursor): Request | undefined {
  const { requests } = work.state;
  const request = requests.find((one) => isSame(one.cursor, cursor));
  set(work, { requests: requests.filter((one) => one !== request) });
  return request;
}

type Arrived = Extract<LoadingEvent, { readonly type: 'arrived' }>;

function arrive(work: Work, page: Arrived): void {
  const { purposes = [], connection = 0 } = endRequest(work, page.cursor) ?? {};
  const isSteady = connection === work.facts.connection;
  if (isSteady) noteFresh(work, page);
  // Events may have been missed if the connection was lost during the request.
  if (!isSteady || connection === 0) work.effects.push({ type: 'mark-break' });
  for (const purpose of purposes) {
    if (purpose === 'sync') continueSync(work, page);
    else if (purpose === 'refresh') continueRefresh(work, page.cursor, isSteady);
    else if (purpose === 'older') endOlder(work, null);
    else endRenew(work, page.cursor, null);
  }
}

type Failed = Extract<LoadingEvent, { readonly type: 'failed' }>;

function fail(work: Work, failed: Failed): void {
  const { cursor, error } = failed;
  for (const purpose of endRequest(work, cursor)?.purposes ?? []) {
    if (purpose === 'sync') failSync(work, failed);
    else if (purpose === 'refresh') failRefresh(work, failed);
    else if (purpose === 'older') endOlder(work, error);
    else endRenew(work, cursor, error);
  }
}

function settle(work: Work, waiter: Waiter, error: ChatError | null): void {
  work.effects.push({ type: 'settle', waiter, error });
}

function set(work: Work, change: Partial<LoadingState>): void {
  work.state = { ...work.state, ...change };
}

function show(work: Work, change: Partial<LoadingState>): void {
  set(work, change);
  work.effects.push({ type: 'publish' });
}
