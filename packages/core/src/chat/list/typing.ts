// Who is typing: an entry lives 5 s without refresh in a chat, 3 s in the chat list.
import type { Cancel, Clock, Scheduler } from '../../ports/index.ts';

export interface TypingOptions {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Milliseconds without refresh after which an entry is gone: 5000 in a chat, 3000 in the list. */
  readonly chatMs?: number;
  readonly listMs?: number;
  /** Some entry came or went. */
  readonly onChange: () => void;
}

export interface TypingBook {
  /** A frame said that somebody types, or has stopped. */
  heard(chatId: number, userId: number, isTyping: boolean): void;
  /** The ids of those who type in a chat, as the chat shows it, longest first. */
  inChat(chatId: number): readonly number[];
  /** Whether the chat list shows 'Typing...' for a chat. */
  inList(chatId: number): boolean;
  /** Everybody at once: the connection is lost. */
  clear(): void;
}

/** Keeps who is typing, with one timer for all entries. */
export function createTypingBook(options: TypingOptions): TypingBook {
  const { clock, scheduler, chatMs = 5000, listMs = 3000, onChange } = options;
  /** When each person was last heard typing, by chat. */
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
    heard(chatId, userId, isTyping) {
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
  readonly send: (chatId: number, isTyping: boolean) => void;
  /** Milliseconds between two 'typing' frames while keys are pressed: 2000, under the 3 s of the list. */
  readonly everyMs?: number;
}

/** Our own typing: true when text is non-empty, false once when it is empty, not one frame a key. */
export interface TypingSignal {
  /** The composer's text changed. */
  changed(chatId: number, text: string): void;
  /** The text was sent, or the chat was left. */
  stopped(chatId: number): void;
}

export function createTypingSignal({ clock, send, everyMs = 2000 }: TypingSignalOptions): TypingSignal {
  /** When the last 'typing' frame of each chat left. */
  const told = new Map<number, number>();
  function stopped(chatId: number): void {
    if (told.delete(chatId)) send(chatId, false);
  }
  return {
    changed(chatId, text) {
      if (text === '') return stopped(chatId);
      const last = told.get(chatId);
      if (last !== undefined && clock.now() - last < everyMs) return;
      told.set(chatId, clock.now());
      send(chatId, true);
    },
    stopped,
  };
}
