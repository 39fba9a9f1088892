// Grouping of rows: by sender and minute, with dividers before days and unread messages.
import { isServerId, type Message } from '../../contract/index.ts';
import { dayKey, minuteOf } from '../message/format.ts';
import { isPending, type ThreadItem } from './types.ts';

/** What is drawn around a row. */
export interface RowFrame {
  /** The first row of a day. */
  readonly startsDay: boolean;
  /** Sender and time are drawn: the row before is of another sender, minute or day. */
  readonly startsGroup: boolean;
  /** The 'new messages' divider is before this row. */
  readonly startsUnread: boolean;
}

/** Senders without an id are distinguished by name. */
function senderOf(item: ThreadItem, viewerId: number): number | string {
  if (isPending(item)) return viewerId;
  return isServerId(item.sender.id) ? item.sender.id : item.sender.first_name;
}

function isNotice(item: ThreadItem): boolean {
  return !isPending(item) && item.message_type === 'ACT';
}

/** Compares a row with the row before it. `firstUnreadId` is the id of the first unread message, or null. */
export function frameRow(
  item: ThreadItem,
  before: ThreadItem | undefined,
  { viewerId, firstUnreadId }: { readonly viewerId: number; readonly firstUnreadId: number | null },
): RowFrame {
  const startsUnread = firstUnreadId !== null && (item as Message).id === firstUnreadId;
  if (before === undefined) return { startsDay: item.created_at !== null, startsGroup: true, startsUnread };
  const startsMinute = minuteOf(item.created_at) !== minuteOf(before.created_at);
  // A day starts with a minute, in every time zone.
  const startsDay =
    startsMinute && item.created_at !== null && dayKey(item.created_at) !== dayKey(before.created_at);
  const startsGroup =
    startsMinute ||
    startsUnread ||
    isNotice(before) !== isNotice(item) ||
    senderOf(item, viewerId) !== senderOf(before, viewerId);
  return { startsDay, startsGroup, startsUnread };
}
