// Typing indicators, incoming and outgoing.
import type { Cancel, Clock, Scheduler } from '../../ports/index.ts';

export interface TypingOptions {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Milliseconds after which an indicator expires: 5000 in a chat, 3000 in the list. */
  readonly chatMs?: number;
  readonly listMs?: number;
  /** An indicator was added or removed. */
  readonly onChange: () => void;
}

export interface TypingStore {
  /** A user is typing, or has stopped. */
  set(chatId: number, userId: number, isTyping: boolean): void;
  /** Ids of the users who are typing in a chat, in the order in which they started. */
  inChat(chatId: number): readonly number[];
  /** Whether the list shows 'Typing...' for a chat. */
  inList(chatId: number): boolean;
  /** Removes all indicators: the connection is lost. */
  clear(): void;
}

/** Keeps typing indicators, with one timer for all. */
export function createTypingStore(options: TypingOptions): TypingStore {
  const { clock, scheduler, chatMs = 5000, listMs = 3000, onChange } = options;
  /** The time of each user's last typing frame, by chat. */
  const chats = new Map<number, Map<number, number>>();
  let cancel: Cancel | null = null;

  function arm(): void {
    cancel?.();
    cancel = null;
    const now = clock.now();
    let next = Number.POSITIVE_INFINITY;
    for (const people of chats.values()) {
      for (const at of people.values()) {
        for (const end of [at + listMs, at + chatMs]) if (end > now && end < next) next = end;
      }
    }
    if (next !== Number.POSITIVE_INFINITY) cancel = scheduler.after(next - now, expire);
  }

  function expire(): void {
    const now = clock.now();
    const longest = Math.max(chatMs, listMs);
    for (const [chatId, people] of chats) {
      for (const [userId, at] of people) if (at + longest <= now) people.delete(userId);
      if (people.size === 0) chats.delete(chatId);
    }
    arm();
    onChange();
  }

  return {
    set(chatId, userId, isTyping) {
      const people = chats.get(chatId);
      if (!isTyping) {
        if (people?.delete(userId) !== true) return;
        if (people.size === 0) chats.delete(chatId);
      } else if (people === undefined) chats.set(chatId, new Map([[userId, clock.now()]]));
      else people.set(userId, clock.now());
      arm();
      onChange();
    },
    inChat(chatId) {
      const now = clock.now();
      return [...(chats.get(chatId) ?? [])].filter(([, at]) => at + chatMs > now).map(([userId]) => userId);
    },
    inList(chatId) {
      const now = clock.now();
      return [...(chats.get(chatId)?.values() ?? [])].some((at) => at + listMs > now);
    },
    clear() {
      cancel?.();
      cancel = null;
      if (chats.size === 0) return;
      chats.clear();
      onChange();
    },
  };
}

export interface TypingSignalOptions {
  readonly clock: Clock;
  readonly send: (chatId: number, isTyping: boolean) => unknown;
  /** Milliseconds between frames while the user types: 2000, less than the 3 s of the list. */
  readonly everyMs?: number;
}

/** Reports that the viewer is typing: at most one frame per `everyMs`, and one frame when they stop. */
export interface TypingSignal {
  /** The composer's text changed. */
  changed(chatId: number, text: string): void;
  /** The text was sent, or the chat was left. */
  stopped(chatId: number): void;
}

export function createTypingSignal({ clock, send, everyMs = 2000 }: TypingSignalOptions): TypingSignal {
  /** The time of the last frame of each chat. */
  const sent = new Map<number, number>();
  function stopped(chatId: number): void {
    if (sent.delete(chatId)) send(chatId, false);
  }
  return {
    changed(chatId, text) {
      if (text === '') return stopped(chatId);
      const last = sent.get(chatId);
      if (last !== undefined && clock.now() - last < everyMs) return;
      sent.set(chatId, clock.now());
      send(chatId, true);
    },
    stopped,
  };
}
