// The viewer's read position in one chat: the 'New messages' divider, and when ReadByAll is sent.
import type { Message } from '../../contract/index.ts';
import { isCounted } from '../list/summaries.ts';
import type { ThreadHost } from './host.ts';
import type { Thread, ThreadView } from './types.ts';

export interface ReadPosition {
  readonly firstUnreadId: number | null;
  readonly view: ThreadView;
  setView(view: ThreadView): void;
  /** Places the divider before the first of the newest `count` messages that unread counts include. */
  markUnread(count: number): void;
  /** A new message was added. */
  noteNew(message: Message): void;
  /** Whether new messages are in view. */
  isReading(): boolean;
  /** Sends ReadByAll when the viewer has read messages that are not reported as read. */
  readIfSeen(): void;
  /** Removes the divider. */
  clearUnread(): void;
  /** The chat was closed. */
  leave(): void;
}

export interface ReadPositionOptions {
  readonly chatId: number;
  readonly host: Pick<ThreadHost, 'viewerId' | 'page' | 'list' | 'markRead'>;
  readonly rows: Thread;
  readonly isOpen: () => boolean;
  readonly isReady: () => boolean;
}

const noView: ThreadView = { firstId: null, isAtEnd: false };

export function createReadPosition(options: ReadPositionOptions): ReadPosition {
  const { chatId, host, rows, isOpen, isReady } = options;
  let firstUnreadId: number | null = null;
  let view = noView;
  let readUpTo = -1;

  const isReading = (): boolean => isOpen() && view.isAtEnd && host.page.isVisible();
  const isOwn = (message: Message): boolean => message.sender.id === host.viewerId;

  function hasOthersAfter(id: number): boolean {
    for (let i = rows.storedLength - 1; i >= 0; i -= 1) {
      const message = rows.at(i) as Message;
      if (message.id <= id) return false;
      if (!isOwn(message)) return true;
    }
    return false;
  }

  function readIfSeen(): void {
    const newest = rows.newestId();
    if (!isReading() || !isReady() || newest === null) return;
    const unread = host.list.find(chatId)?.unread_count ?? 0;
    if (unread === 0 && (newest <= readUpTo || !hasOthersAfter(readUpTo))) return;
    if (host.markRead(chatId, newest)) readUpTo = newest;
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
      if (firstUnreadId !== null) return;
      let left = count;
      for (let i = rows.storedLength - 1; i >= 0 && left > 0; i -= 1) {
        const message = rows.at(i) as Message;
        if (!isCounted(message, host.viewerId)) continue;
        firstUnreadId = message.id;
        left -= 1;
      }
    },
    noteNew(message) {
      if (!isOpen() || isReading() || message.id <= readUpTo) return;
      // The stored form knows whether the message was unsent or its sender blocked.
      if (!isCounted(rows.get(message.id) ?? message, host.viewerId)) return;
      // A late message can be older than the first unread one.
      firstUnreadId = Math.min(firstUnreadId ?? message.id, message.id);
    },
    isReading,
    readIfSeen,
    clearUnread() {
      firstUnreadId = null;
    },
    leave() {
      view = noView;
      firstUnreadId = null;
    },
  };
}
