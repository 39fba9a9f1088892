// The outbox as one pure function of its state and an event. Time, storage, files and requests are effects, which the
// runner (outbox.ts) executes; what comes of them are events again.
import type { Message, QuotedMessage } from '../../contract/index.ts';
import { backoffDelay, retryDelay } from '../../shared/retry.ts';
import { chatRetry } from '../retry.ts';
import { afterReload, afterUncertain, isSameMessage, type OutboxEntry } from './rules.ts';
import type { StoredOutbox } from './storage.ts';
import type { ChatTurn, OutboxEffect, OutboxEvent, OutboxFacts, OutboxState } from './types.ts';

type Responded = Extract<OutboxEvent, { readonly type: 'responded' }>;

/** The state during one update: each field is replaced, none is changed in place. */
type Work = { -readonly [Key in keyof OutboxState]: OutboxState[Key] } & {
  readonly facts: OutboxFacts;
  readonly effects: OutboxEffect[];
};

/** The outbox of a page that begins. `restored` is the one of an earlier sign-in on this page. */
export function initialState(
  userId: number,
  stored: StoredOutbox,
  restored: StoredOutbox | null,
): OutboxState {
  // Signing in may have cleared the storage: entries in memory take precedence.
  const own = restored?.user_id === userId ? restored : stored;
  const others = stored.entries.filter((entry) => !own.entries.some(isNamed(entry.client_id)));
  const knowsClientId = own.knowsClientId ?? stored.knowsClientId;
  const entries = [...others, ...own.entries].map((entry) => afterReload(entry, knowsClientId === true));
  const turns = new Map(entries.map(({ chat_id }) => [chat_id, { ...newTurn, isDoubtful: true }]));
  return { userId, knowsClientId, entries, matched: new Set(), turns };
}

/** Applies an event. Returns what the runner has to do. */
export function update(
  state: OutboxState,
  event: OutboxEvent,
  facts: OutboxFacts,
): { readonly state: OutboxState; readonly effects: readonly OutboxEffect[] } {
  const { userId } = state;
  const work: Work = { ...state, facts, effects: [] };
  apply(work, event);
  const { knowsClientId, entries, matched, turns, effects } = work;
  return { state: { userId, knowsClientId, entries, matched, turns }, effects };
}

function apply(work: Work, event: OutboxEvent): void {
  switch (event.type) {
    case 'enqueued':
      enqueue(work, event.entry);
      break;
    case 'retried':
      retry(work, find(work, event.clientId));
      break;
    case 'discarded':
      discard(work, find(work, event.clientId));
      break;
    case 'received':
      for (const message of event.messages) confirm(work, message);
      break;
    case 'requoted':
      requote(work, event.change);
      break;
    case 'woken':
      for (const [chatId, { step }] of work.turns) if (step !== 'throttled') restart(work, chatId);
      break;
    case 'delay-over':
      endDelay(work, event.chatId);
      break;
    case 'probed':
      continueAfterProbe(work, event.chatId, event.isReachable);
      break;
    case 'prepared':
      continueWithFiles(work, event.entry, event.blobs);
      break;
    case 'responded':
      settle(work, event);
  }
}

function enqueue(work: Work, entry: OutboxEntry): void {
  const { chat_id } = entry;
  const isThrottled = turnOf(work, chat_id).step === 'throttled';
  work.entries = [...work.entries, isThrottled ? { ...entry, state: 'waiting', reason: 'throttled' } : entry];
  if (!isThrottled) proceed(work, chat_id);
}

function retry(work: Work, entry: OutboxEntry | undefined): void {
  if (entry === undefined || entry.state === 'sending' || isEmpty(entry)) return;
  replace(work, { ...entry, state: 'queued', error: null, reason: null });
  if (entry.isUncertain) setTurn(work, entry.chat_id, { isDoubtful: true });
  restart(work, entry.chat_id);
}

function discard(work: Work, entry: OutboxEntry | undefined): void {
  if (entry !== undefined && entry.state !== 'sending') remove(work, entry);
}

function requote(work: Work, change: (quote: QuotedMessage) => QuotedMessage): void {
  put(work, (entry) => {
    const reply_to = entry.reply_to && change(entry.reply_to);
    return reply_to === entry.reply_to ? entry : { ...entry, reply_to };
  });
}

/** Posts without a further delay. */
function restart(work: Work, chatId: number): void {
  stopDelay(work, chatId);
  setTurn(work, chatId, { failures: 0 });
  proceed(work, chatId);
}

/** Begins with the next message of a chat, unless it is busy: then the end of its step does. */
function proceed(work: Work, chatId: number): void {
  const { facts } = work;
  const turn = turnOf(work, chatId);
  const entry = nextOf(work, chatId);
  if (entry === undefined || isBusy(turn)) return;
  stopDelay(work, chatId);
  if (!facts.isOnline) delay(work, chatId, { ms: chatRetry.longestMs });
  else if (turn.isDoubtful || !facts.isConnected) {
    setTurn(work, chatId, { step: 'probing' });
    work.effects.push({ type: 'probe', chatId });
  } else begin(work, entry);
}

function continueAfterProbe(work: Work, chatId: number, isReachable: boolean): void {
  setTurn(work, chatId, { step: 'idle', isDoubtful: !isReachable && turnOf(work, chatId).isDoubtful });
  // The probe may have confirmed it.
  const entry = nextOf(work, chatId);
  if (!isReachable) backOff(work, chatId);
  else if (entry !== undefined) begin(work, entry);
}

function begin(work: Work, entry: OutboxEntry): void {
  if (entry.files.length === 0) post(work, entry, null);
  else {
    setTurn(work, entry.chat_id, { step: 'preparing' });
    work.effects.push({ type: 'prepare', entry });
  }
}

function continueWithFiles(
  work: Work,
  { client_id, chat_id }: OutboxEntry,
  blobs: readonly Blob[] | null,
): void {
  setTurn(work, chat_id, { step: 'idle' });
  const entry = nextOf(work, chat_id);
  // The user may have discarded it meanwhile.
  const isNext = entry?.client_id === client_id;
  if (isNext && blobs !== null) post(work, entry, blobs);
  else {
    if (isNext) replace(work, { ...entry, state: 'failed', files: [], reason: 'files-lost' });
    proceed(work, chat_id);
  }
}

function post(work: Work, entry: OutboxEntry, blobs: readonly Blob[] | null): void {
  const after_id = entry.after_id ?? work.facts.newestId(entry.chat_id);
  const sending: OutboxEntry = { ...entry, state: 'sending', error: null, reason: null, after_id };
  replace(work, sending);
  setTurn(work, entry.chat_id, { step: 'posting' });
  work.effects.push({ type: 'post', entry: sending, blobs });
}

function settle(work: Work, { entry: posted, outcome, isCancelled }: Responded): void {
  const { client_id, chat_id } = posted;
  const entry = find(work, client_id);
  const isMatched = work.matched.has(client_id);
  work.matched = without(work.matched, client_id);
  setTurn(work, chat_id, { step: 'idle' });
  if (outcome.kind === 'sent') {
    work.knowsClientId = outcome.message.client_id === client_id;
    work.effects.push({ type: 'sent', message: outcome.message });
    if (entry !== undefined) remove(work, entry);
    proceedWithNext(work, chat_id);
  } else if (entry === undefined) proceedWithNext(work, chat_id);
  else if (isCancelled) {
    // The server may have received all of it: a retry looks for it first.
    if (isMatched) remove(work, entry);
    else replace(work, { ...entry, state: 'failed', isUncertain: true, reason: 'cancelled' });
    proceedWithNext(work, chat_id);
  } else if (outcome.kind === 'refused') {
    replace(work, { ...entry, state: 'failed', error: outcome.error });
    proceedWithNext(work, chat_id);
  } else if (outcome.kind === 'signed-out') replace(work, { ...entry, state: 'waiting' });
  else if (outcome.kind === 'throttled') {
    const { retryAfter } = outcome;
    replace(work, { ...entry, state: 'waiting', reason: 'throttled' });
    delay(work, chat_id, { ms: retryDelay(chatRetry, 1, retryAfter), reason: 'throttled', retryAfter });
  } else {
    if (isMatched) remove(work, entry);
    else replace(work, afterUncertain(entry, work.knowsClientId === true));
    setTurn(work, chat_id, { isDoubtful: true });
    backOff(work, chat_id);
  }
}

function proceedWithNext(work: Work, chatId: number): void {
  setTurn(work, chatId, { failures: 0 });
  proceed(work, chatId);
}

function confirm(work: Work, message: Message): void {
  if (message.client_id !== null) work.knowsClientId = true;
  const entry = work.entries.find((known) => isSameMessage(known, message, work.userId));
  if (entry === undefined) return;
  if (message.client_id !== null || entry.state !== 'sending') remove(work, entry);
  else if (!work.matched.has(entry.client_id)) work.matched = new Set([...work.matched, entry.client_id]);
}

function backOff(work: Work, chatId: number): void {
  const failures = turnOf(work, chatId).failures + 1;
  setTurn(work, chatId, { failures });
  delay(work, chatId, { ms: backoffDelay(chatRetry, failures) });
}

interface Delay {
  readonly ms: number;
  /** Why the messages wait, and the server's wait in seconds, when it throttles posts. */
  readonly reason?: 'throttled';
  readonly retryAfter?: number | null;
}

/** Delays a chat. Its queued entries wait, for the same reason as the first one. */
function delay(work: Work, chatId: number, { ms, reason, retryAfter = null }: Delay): void {
  setTurn(work, chatId, { step: reason ?? 'delayed' });
  work.effects.push({ type: 'delay', chatId, ms, retryAfter });
  put(work, (entry) =>
    entry.chat_id === chatId && entry.state === 'queued'
      ? { ...entry, state: 'waiting', reason: reason ?? null }
      : entry,
  );
}

function endDelay(work: Work, chatId: number): void {
  if (!isDelayed(work, chatId)) return;
  setTurn(work, chatId, { step: 'idle' });
  proceed(work, chatId);
}

function stopDelay(work: Work, chatId: number): void {
  if (!isDelayed(work, chatId)) return;
  setTurn(work, chatId, { step: 'idle' });
  work.effects.push({ type: 'stop-delay', chatId });
}

const newTurn: ChatTurn = { step: 'idle', isDoubtful: false, failures: 0 };

const turnOf = (work: Work, chatId: number): ChatTurn => work.turns.get(chatId) ?? newTurn;

function setTurn(work: Work, chatId: number, change: Partial<ChatTurn>): void {
  work.turns = new Map(work.turns).set(chatId, { ...turnOf(work, chatId), ...change });
}

const isBusy = ({ step }: ChatTurn): boolean =>
  step === 'probing' || step === 'preparing' || step === 'posting';

function isDelayed(work: Work, chatId: number): boolean {
  const { step } = turnOf(work, chatId);
  return step === 'delayed' || step === 'throttled';
}

const find = (work: Work, clientId: string): OutboxEntry | undefined => work.entries.find(isNamed(clientId));

/** The first entry of a chat that is posted automatically. */
const nextOf = (work: Work, chatId: number): OutboxEntry | undefined =>
  work.entries.find(
    ({ chat_id, state }) => chat_id === chatId && (state === 'queued' || state === 'waiting'),
  );

/** An entry that does not change keeps its object, and so does the list. */
function put(work: Work, change: (entry: OutboxEntry) => OutboxEntry): void {
  const next = work.entries.map(change);
  if (next.some((entry, index) => entry !== work.entries[index])) work.entries = next;
}

function replace(work: Work, entry: OutboxEntry): void {
  put(work, (known) => (known.client_id === entry.client_id ? entry : known));
}

function remove(work: Work, entry: OutboxEntry): void {
  const { client_id, files } = entry;
  work.entries = work.entries.filter((other) => other.client_id !== client_id);
  work.matched = without(work.matched, client_id);
  if (files.length > 0) work.effects.push({ type: 'drop-files', entry });
}

function without(matched: OutboxState['matched'], clientId: string): OutboxState['matched'] {
  return matched.has(clientId) ? new Set([...matched].filter((known) => known !== clientId)) : matched;
}

/** Its files are lost and it has no text: there is nothing to post. */
function isEmpty({ text, files, reason }: OutboxEntry): boolean {
  return reason === 'files-lost' && text === '' && files.length === 0;
}

const isNamed =
  (clientId: string) =>
  (entry: OutboxEntry): boolean =>
    entry.client_id === clientId;
