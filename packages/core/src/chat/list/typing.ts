// Typing indicators, incoming and outgoing.
import type { Cancel, Clock, Scheduler } from '../../ports/index.ts';
import type { Realtime } from '../../realtime/index.ts';

export interface TypingOptions {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Milliseconds after which an indicator expires. */
  readonly typingInChatMs: number;
  readonly typingInListMs: number;
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
  /** Removes the indicators of a user in all chats: the viewer has blocked them. */
  forget(userId: number): void;
  /** Removes all indicators: the connection is lost. */
  clear(): void;
}

/** Keeps typing indicators, with one timer for all. */
export function createTypingStore(options: TypingOptions): TypingStore {
  const { clock, scheduler, typingInChatMs: chatMs, typingInListMs: listMs, onChange } = options;
  /** In the order in which they started; `at` is the time of the last typing frame. */
  let typists: readonly { readonly chatId: number; readonly userId: number; readonly at: number }[] = [];
  let cancel: Cancel | null = null;

  /** Whether a frame is less than `ms` old. One after now, when the clock was set back, counts as expired. */
  function isRecent({ at }: { readonly at: number }, ms: number): boolean {
    const now = clock.now();
    return at > now - ms && at <= now;
  }

  function update(next: typeof typists): void {
    typists = next.filter((typist) => isRecent(typist, Math.max(chatMs, listMs)));
    schedule();
    onChange();
  }

  /** Schedules the next expiry. */
  function schedule(): void {
    cancel?.();
    const now = clock.now();
    const ends = typists.flatMap(({ at }) => [at + listMs, at + chatMs]).filter((end) => end > now);
    cancel = ends.length === 0 ? null : scheduler.after(Math.min(...ends) - now, expire);
  }

  const expire = (): void => update(typists);

  /** The typists of a chat whose last frame is less than `ms` old. */
  function within(chatId: number, ms: number): typeof typists {
    return typists.filter((typist) => typist.chatId === chatId && isRecent(typist, ms));
  }

  return {
    set(chatId, userId, isTyping) {
      const index = typists.findIndex((typist) => typist.chatId === chatId && typist.userId === userId);
      if (isTyping) {
        const typist = { chatId, userId, at: clock.now() };
        update(index < 0 ? [...typists, typist] : typists.with(index, typist));
      } else if (index >= 0) update(typists.toSpliced(index, 1));
    },
    inChat: (chatId) => within(chatId, chatMs).map(({ userId }) => userId),
    inList: (chatId) => within(chatId, listMs).length > 0,
    forget(userId) {
      if (typists.some((typist) => typist.userId === userId))
        update(typists.filter((typist) => typist.userId !== userId));
    },
    clear() {
      if (typists.length > 0) update([]);
    },
  };
}

/** Milliseconds between frames while the user types; less than the 3 s of the list. */
const everyMs = 2000;

/** Reports that the viewer is typing: at most one frame per 2 s, and one frame when they stop. */
export interface TypingSignal {
  /** The composer's text changed. */
  changed(chatId: number, text: string): void;
  /** The text was sent, or the chat was left. */
  stopped(chatId: number): void;
}

export function createTypingSignal({
  clock,
  realtime,
  viewerId,
}: {
  readonly clock: Clock;
  readonly realtime: Pick<Realtime, 'send'>;
  readonly viewerId: number;
}): TypingSignal {
  /** The time of the last frame of each chat. */
  const sent = new Map<number, number>();
  function send(chat_id: number, typing: boolean): void {
    realtime.send({ type: 'WebMeesageTyping', chat_id, user_id: viewerId, typing });
  }
  function stopped(chatId: number): void {
    if (sent.delete(chatId)) send(chatId, false);
  }
  return {
    changed(chatId, text) {
      if (text === '') return stopped(chatId);
      const now = clock.now();
      const elapsed = now - (sent.get(chatId) ?? Number.NEGATIVE_INFINITY);
      // Below 0 when the clock was set back.
      if (elapsed >= 0 && elapsed < everyMs) return;
      sent.set(chatId, now);
      send(chatId, true);
    },
    stopped,
  };
}
