// Messages on their way: queued per chat, in order, kept in storage until the server has them (decisions.md 5, Sending).
import type { Answer } from '../api-client/index.ts';
import type { Message } from '../contract/index.ts';
import type { Cancel, Clock, FileStore, Page, Random, Scheduler } from '../ports/index.ts';
import { createOutboxFiles } from './chat.outbox.files.ts';
import {
  afterReload,
  afterUncertain,
  isSameMessage,
  type OutboxEntry,
  type OutboxFile,
  readOutcome,
  retryDelay,
} from './chat.outbox.rules.ts';
import { type ChatStorage, readOutbox, type StoredOutbox, updateOutbox } from './chat.outbox.storage.ts';

interface OutboxDraft {
  readonly chat_id: number;
  readonly text: string;
  readonly reply_to: Message['reply_to'];
  readonly mention_for: readonly number[];
  readonly files: readonly OutboxFile[];
}

/** The files of one post, under way. */
export interface OutboxUpload {
  readonly blobs: readonly Blob[];
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
}

export interface OutboxOptions {
  readonly storage: ChatStorage;
  readonly storageKey: string;
  /** Where files are kept until they are sent. */
  readonly files: FileStore;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly page: Pick<Page, 'isOnline'>;
  /** Posts one message. Called for one message of a chat at a time. */
  readonly post: (entry: OutboxEntry, upload: OutboxUpload | null) => Promise<Answer<Message>>;
  /**
   * Reads what is new in a chat, which asks nothing of the server but tells whether it is there, and shows what it has
   * already. Gives false when it cannot be read.
   */
  readonly probe: (chatId: number) => Promise<boolean>;
  /** Whether the live connection stands; without it a post is preceded by a probe. */
  readonly isConnected: () => boolean;
  /** The newest message of a chat, as far as it is known. */
  readonly newestId: (chatId: number) => number | null;
  /** An entry is new or changed. */
  readonly onEntry: (entry: OutboxEntry) => void;
  /** An entry is gone: confirmed by the server, or discarded. */
  readonly onGone: (entry: OutboxEntry) => void;
  /** The server has confirmed a post by its answer. */
  readonly onSent: (message: Message) => void;
}

export interface Outbox {
  /** Begins for a person: reads what was left, and sends it. */
  open(userId: number): void;
  /**
   * Stops. What is not sent is kept, in storage and for the same person's return within this page; `forget` (a
   * log-out) drops it.
   */
  close(forget?: boolean): void;
  /** `blobs` are the bytes of the draft's files, in their order. */
  add(draft: OutboxDraft, blobs?: readonly Blob[]): OutboxEntry;
  /** Takes back a post whose files are on their way; it then waits for Retry or Discard. */
  cancel(clientId: string): void;
  /** The files of an entry as far as they are in memory, and how much of them has left (0 to 1). */
  uploadOf(clientId: string): { readonly blobs: readonly Blob[] | null; readonly progress: number | null };
  /** Sends a failed or waiting one again, now. */
  retry(clientId: string): void;
  discard(clientId: string): void;
  /** A message of the server has been seen, wherever it came from. */
  seen(message: Message): void;
  /** The connection is back: everything that waits goes. */
  wake(): void;
  entries(chatId?: number): readonly OutboxEntry[];
}

export function createOutbox(options: OutboxOptions): Outbox {
  const { storage, storageKey, clock, scheduler, random, page } = options;
  let userId: number | null = null;
  let entries: OutboxEntry[] = [];
  let knowsClientId: boolean | null = null;
  /** Chats with a post or probe under way. */
  const busy = new Set<number>();
  /** Busy chats that were asked to go on meanwhile: what was added as they came to rest must not lie there. */
  const asked = new Set<number>();
  /** Chats whose server did not answer: it is asked before anything is posted. */
  const doubtful = new Set<number>();
  /** Entries that an echo without `client_id` seems to be, until their own answer tells. */
  const matched = new Map<string, number>();
  const files = createOutboxFiles(options.files, storageKey);
  const uploads = new Map<string, AbortController>();
  const progress = new Map<string, number>();
  const failures = new Map<number, number>();
  const timers = new Map<number, Cancel>();
  let generation = 0;
  let parked: StoredOutbox | null = null;

  function persist(changed: OutboxEntry, isGone: boolean): void {
    if (userId === null) return;
    updateOutbox(storage, storageKey, userId, (stored) => {
      const others = stored.entries.filter((entry) => entry.client_id !== changed.client_id);
      const place = stored.entries.findIndex((entry) => entry.client_id === changed.client_id);
      if (isGone) return { knowsClientId, entries: others };
      return {
        knowsClientId,
        entries: place < 0 ? [...others, changed] : stored.entries.with(place, changed),
      };
    });
  }

  function find(clientId: string): OutboxEntry | undefined {
    return entries.find((entry) => entry.client_id === clientId);
  }

  function put(entry: OutboxEntry): void {
    const index = entries.findIndex(({ client_id }) => client_id === entry.client_id);
    if (index < 0) entries.push(entry);
    else entries[index] = entry;
    persist(entry, false);
    options.onEntry(entry);
  }

  function drop(entry: OutboxEntry): void {
    entries = entries.filter(({ client_id }) => client_id !== entry.client_id);
    matched.delete(entry.client_id);
    if (entry.files.length > 0 && userId !== null) files.drop(userId, entry.client_id);
    persist(entry, true);
    options.onGone(entry);
  }

  function learn(known: boolean): void {
    if (knowsClientId === known || userId === null) return;
    knowsClientId = known;
    updateOutbox(storage, storageKey, userId, () => ({ knowsClientId: known }));
  }

  function nextOf(chatId: number): OutboxEntry | undefined {
    return entries.find(
      (entry) => entry.chat_id === chatId && (entry.state === 'queued' || entry.state === 'waiting'),
    );
  }

  function hold(chatId: number, ms: number): void {
    timers.get(chatId)?.();
    timers.set(
      chatId,
      scheduler.after(ms, () => {
        timers.delete(chatId);
        void pump(chatId);
      }),
    );
    for (const entry of entries) {
      if (entry.chat_id === chatId && entry.state === 'queued') put({ ...entry, state: 'waiting' });
    }
  }

  function backOff(chatId: number): void {
    const count = (failures.get(chatId) ?? 0) + 1;
    failures.set(chatId, count);
    hold(chatId, retryDelay(count));
  }

  async function pump(chatId: number): Promise<void> {
    if (userId === null) return;
    if (busy.has(chatId)) {
      asked.add(chatId);
      return;
    }
    const mine = generation;
    busy.add(chatId);
    try {
      do {
        asked.delete(chatId);
        while (mine === generation && (await step(chatId, mine))) {
          // Each step posts one message; the next one goes once it has its answer.
        }
        // A chat that holds back goes on by its timer.
      } while (mine === generation && asked.has(chatId) && !timers.has(chatId));
    } finally {
      if (mine === generation) busy.delete(chatId);
    }
  }

  /** Posts the next message of a chat. Gives false when the chat has to wait, or has nothing left. */
  async function step(chatId: number, mine: number): Promise<boolean> {
    if (nextOf(chatId) === undefined) return false;
    if (!page.isOnline()) {
      hold(chatId, retryDelay(Number.POSITIVE_INFINITY));
      return false;
    }
    if (doubtful.has(chatId) || !options.isConnected()) {
      const isThere = await options.probe(chatId);
      if (mine !== generation) return false;
      if (!isThere) {
        backOff(chatId);
        return false;
      }
      doubtful.delete(chatId);
    }
    // The probe may have shown that the server has it already.
    const entry = nextOf(chatId);
    if (entry === undefined) return false;
    if (entry.files.length > 0) return stepWithFiles(entry, mine);
    const outcome = readOutcome(await options.post(leave(entry), null));
    if (mine !== generation) return false;
    return settle(entry.client_id, chatId, outcome);
  }

  function leave(entry: OutboxEntry): OutboxEntry {
    const after_id = entry.after_id ?? options.newestId(entry.chat_id);
    const leaving: OutboxEntry = { ...entry, state: 'sending', error: null, reason: null, after_id };
    put(leaving);
    return leaving;
  }

  async function stepWithFiles(entry: OutboxEntry, mine: number): Promise<boolean> {
    const { client_id, chat_id } = entry;
    const blobs = await files.find(userId ?? -1, entry);
    if (mine !== generation) return false;
    // Meanwhile the person may have discarded it.
    if (nextOf(chat_id)?.client_id !== client_id) return true;
    if (blobs === null) {
      put({ ...entry, state: 'failed', files: [], reason: 'files-lost' });
      return true;
    }
    const controller = new AbortController();
    uploads.set(client_id, controller);
    const upload: OutboxUpload = {
      blobs,
      signal: controller.signal,
      onProgress(fraction) {
        const sending = find(client_id);
        if (mine !== generation || sending === undefined || !uploads.has(client_id)) return;
        progress.set(client_id, fraction);
        options.onEntry(sending);
      },
    };
    const answer = await options.post(leave(entry), upload);
    uploads.delete(client_id);
    progress.delete(client_id);
    if (mine !== generation) return false;
    const sent = find(client_id);
    if (controller.signal.aborted && !answer.ok && sent !== undefined) return takeBack(sent);
    return settle(client_id, chat_id, readOutcome(answer));
  }

  /** The server may have all of it nevertheless: Retry looks first. */
  function takeBack(entry: OutboxEntry): boolean {
    if (matched.delete(entry.client_id)) drop(entry);
    else put({ ...entry, state: 'failed', isUncertain: true, reason: 'cancelled' });
    return true;
  }

  function settle(clientId: string, chatId: number, outcome: ReturnType<typeof readOutcome>): boolean {
    const entry = find(clientId);
    if (outcome.kind === 'sent') {
      failures.delete(chatId);
      learn(outcome.message.client_id === clientId);
      options.onSent(outcome.message);
      if (entry !== undefined && find(clientId) !== undefined) drop(entry);
      return true;
    }
    if (entry === undefined) return true;
    const isElsewhere = matched.delete(clientId);
    switch (outcome.kind) {
      case 'refused':
        put({ ...entry, state: 'failed', error: outcome.error });
        return true;
      case 'signed-out':
        put({ ...entry, state: 'waiting' });
        return false;
      case 'throttled':
        put({ ...entry, state: 'waiting' });
        hold(chatId, outcome.seconds * 1000);
        return false;
      default:
        doubtful.add(chatId);
        if (isElsewhere) drop(entry);
        else put(afterUncertain(entry, knowsClientId === true));
        backOff(chatId);
        return false;
    }
  }

  /** After a reload the pictures are drawn once their bytes are there again. */
  async function showFiles(entry: OutboxEntry): Promise<void> {
    const mine = generation;
    await files.find(userId ?? -1, entry);
    const known = find(entry.client_id);
    if (mine === generation && known !== undefined) options.onEntry(known);
  }

  return {
    open(id) {
      if (userId === id) return;
      userId = id;
      generation += 1;
      const stored = readOutbox(storage, storageKey, id);
      // Signing in may have cleared the storage; what this page still knows of the same person is put back.
      const left = parked?.user_id === id ? parked : stored;
      const others = stored.entries.filter(
        (entry) => !left.entries.some((own) => own.client_id === entry.client_id),
      );
      parked = null;
      knowsClientId = left.knowsClientId ?? stored.knowsClientId;
      entries = [...others, ...left.entries].map((entry) => afterReload(entry, knowsClientId === true));
      for (const entry of entries) persist(entry, false);
      files.sweep(id, () => readOutbox(storage, storageKey, id).entries.map((entry) => entry.client_id));
      for (const entry of entries) if (entry.files.length > 0) void showFiles(entry);
      for (const entry of entries) {
        doubtful.add(entry.chat_id);
        options.onEntry(entry);
      }
      for (const chatId of new Set(entries.map((entry) => entry.chat_id))) void pump(chatId);
    },
    close(forget = false) {
      for (const upload of uploads.values()) upload.abort();
      uploads.clear();
      progress.clear();
      if (forget) {
        if (userId !== null)
          for (const { client_id, files: own } of entries) if (own.length > 0) files.drop(userId, client_id);
        storage.remove(storageKey);
        parked = null;
      } else if (userId !== null) parked = { version: 1, user_id: userId, knowsClientId, entries };
      generation += 1;
      userId = null;
      entries = [];
      busy.clear();
      asked.clear();
      doubtful.clear();
      matched.clear();
      failures.clear();
      for (const cancel of timers.values()) cancel();
      timers.clear();
    },
    add(draft, blobs = []) {
      const entry: OutboxEntry = {
        ...draft,
        client_id: random.uuid(),
        created_at: new Date(clock.now()).toISOString(),
        state: 'queued',
        isUncertain: false,
        after_id: null,
        error: null,
        reason: null,
      };
      if (blobs.length > 0 && userId !== null) files.add(userId, entry.client_id, blobs);
      put(entry);
      void pump(draft.chat_id);
      return find(entry.client_id) ?? entry;
    },
    retry(clientId) {
      const entry = find(clientId);
      if (entry === undefined || entry.state === 'sending' || isNothing(entry)) return;
      // Whoever presses Retry wants it now; one that may be there already is looked for first.
      if (entry.isUncertain) doubtful.add(entry.chat_id);
      timers.get(entry.chat_id)?.();
      timers.delete(entry.chat_id);
      failures.delete(entry.chat_id);
      put({ ...entry, state: 'queued', error: null, reason: null });
      void pump(entry.chat_id);
    },
    cancel(clientId) {
      uploads.get(clientId)?.abort();
    },
    uploadOf: (clientId) => ({
      blobs: files.known(clientId),
      progress: uploads.has(clientId) ? (progress.get(clientId) ?? 0) : null,
    }),
    discard(clientId) {
      const entry = find(clientId);
      if (entry !== undefined && entry.state !== 'sending') drop(entry);
    },
    seen(message) {
      if (userId === null) return;
      if (message.client_id !== null && message.sender.id === userId) learn(true);
      if (entries.length === 0) return;
      const viewer = userId;
      const taken = new Set(matched.values());
      const entry = entries.find((known) => isSameMessage(known, message, viewer));
      if (entry === undefined || taken.has(message.id)) return;
      if (message.client_id !== null || entry.state !== 'sending') drop(entry);
      else if (!matched.has(entry.client_id)) {
        matched.set(entry.client_id, message.id);
        options.onGone(entry);
      }
    },
    wake() {
      failures.clear();
      for (const cancel of timers.values()) cancel();
      timers.clear();
      for (const chatId of new Set(entries.map((entry) => entry.chat_id))) void pump(chatId);
    },
    entries: (chatId) =>
      chatId === undefined ? [...entries] : entries.filter((entry) => entry.chat_id === chatId),
  };
}

/** Its files are gone, and it never had a text: there is nothing to send any more. */
function isNothing({ text, files, reason }: OutboxEntry): boolean {
  return reason === 'files-lost' && text === '' && files.length === 0;
}
