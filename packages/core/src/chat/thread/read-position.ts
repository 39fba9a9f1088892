// How far the viewer has read in one chat: where 'New messages' stands, and when the others are told.
import type { Message } from '../../contract/index.ts';
import type { ThreadView } from '../types.ts';
import type { ChatThreadHost } from './host.ts';
import type { Thread } from './types.ts';

export interface Reading {
  readonly firstUnreadId: number | null;
  readonly view: ThreadView;
  setView(view: ThreadView): void;
  /** The server counts so many messages as unread: the line stands before the first of them. */
  markUnread(count: number): void;
  /** A message has come. */
  arrived(message: Message): void;
  /** Whether the viewer sees what comes now. */
  isReading(): boolean;
  /** Tells the others when there is something that they do not know was read. */
  readIfSeen(): void;
  /** The line goes: the viewer has written something, or left. */
  clearLine(): void;
  left(): void;
  reset(): void;
}

export interface ReadingOptions {
  readonly chatId: number;
  readonly host: Pick<ChatThreadHost, 'viewerId' | 'isPageVisible' | 'summary' | 'onRead'>;
  readonly thread: () => Thread;
  readonly isOpen: () => boolean;
  readonly isReady: () => boolean;
}

const atRest: ThreadView = { firstId: null, isAtEnd: false };

export function createReading({ chatId, host, thread, isOpen, isReady }: ReadingOptions): Reading {
  let firstUnreadId: number | null = null;
  let view = atRest;
  let readUpTo = -1;

  const isReading = (): boolean => isOpen() && view.isAtEnd && host.isPageVisible();

  function hasOthersAfter(id: number): boolean {
    for (let i = thread().storedLength - 1; i >= 0; i -= 1) {
      const message = thread().at(i) as Message;
      if (message.id <= id) return false;
      if (message.sender.id !== host.viewerId()) return true;
    }
    return false;
  }

  function readIfSeen(): void {
    const newest = thread().newestId();
    if (!isReading() || !isReady() || newest === null) return;
    const unread = host.summary(chatId)?.unread_count ?? 0;
    if (newest <= readUpTo && unread === 0) return;
    if (newest > readUpTo && unread === 0 && !hasOthersAfter(readUpTo)) return;
    if (host.onRead(chatId)) readUpTo = newest;
  }

  return {
    get firstUnreadId() {
      return firstUnreadId;
    },
    get view() {
      return view;
    },
    setView(next) {
      view = next;
      readIfSeen();
    },
    markUnread(count) {
      if (firstUnreadId !== null || count <= 0) return;
      let left = count;
      for (let i = thread().storedLength - 1; i >= 0 && left > 0; i -= 1) {
        const message = thread().at(i) as Message;
        if (message.sender.id === host.viewerId()) continue;
        firstUnreadId = message.id;
        left -= 1;
      }
    },
    arrived(message) {
      if (isOpen() && !isReading() && message.sender.id !== host.viewerId()) firstUnreadId ??= message.id;
    },
    isReading,
    readIfSeen,
    clearLine() {
      firstUnreadId = null;
    },
    left() {
      view = atRest;
      firstUnreadId = null;
    },
    reset() {
      firstUnreadId = null;
      readUpTo = -1;
    },
  };
}
