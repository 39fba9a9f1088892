// How the rows of a thread stand together (look.md: grouped by sender and minute, days divided, unread marked).
import type { Message } from '../../contract/index.ts';
import { dayKey, minuteOf } from '../message/format.ts';
import { isPending, type ThreadItem } from './types.ts';

/** What is drawn around one row. */
export interface RowFrame {
  /** A day begins here. */
  readonly startsDay: boolean;
  /** Sender and time are drawn: the row before is somebody else's, of another minute or another day. */
  readonly startsGroup: boolean;
  /** The line 'new messages' stands before this row. */
  readonly startsUnread: boolean;
}

function senderOf(item: ThreadItem, viewerId: number): number {
  return isPending(item) ? viewerId : item.sender.id;
}

function isNotice(item: ThreadItem): boolean {
  return !isPending(item) && item.message_type === 'ACT';
}

/** The frame of a row, from itself and the row before it. */
export function frameRow(
  item: ThreadItem,
  before: ThreadItem | undefined,
  viewerId: number,
  firstUnreadId: number | null,
): RowFrame {
  const startsUnread = firstUnreadId !== null && (item as Message).id === firstUnreadId;
  if (before === undefined) return { startsDay: true, startsGroup: true, startsUnread };
  const startsMinute = minuteOf(item.created_at) !== minuteOf(before.created_at);
  // Days begin with minutes, in every zone.
  const startsDay = startsMinute && dayKey(item.created_at) !== dayKey(before.created_at);
  const startsGroup =
    startsMinute ||
    startsUnread ||
    isNotice(before) !== isNotice(item) ||
    senderOf(item, viewerId) !== senderOf(before, viewerId);
  return { startsDay, startsGroup, startsUnread };
}
