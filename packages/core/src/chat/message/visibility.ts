// Message visibility: what a viewer sees of a message, and what they may do with it.
import type { Message, MessageAction } from '../../contract/index.ts';
import { linksOf } from './links.ts';

/** `deleted`: hidden for this viewer. `unsent` and `blocked`: a line stands in its place. */
export type Visibility = 'normal' | 'deleted' | 'unsent' | 'blocked';

export function visibilityOf(message: Message, viewerId: number): Visibility {
  if (message.deleted_list.includes(viewerId)) return 'deleted';
  if (message.delete_from_everyone) return 'unsent';
  return message.is_block ? 'blocked' : 'normal';
}

/** The quick reactions: heart-eyes, laughing, crying, angry, thumbs up. */
export const quickReactions = ['😍', '😂', '😢', '😡', '👍'] as const;

/** An entry of a message's menu. Reply and copy are the client's own; the others are calls. */
export type MenuAction = 'reply' | 'copy' | 'copyLink' | MessageAction;

/**
 * What the viewer may do: everyone replies, copies and deletes for themselves; only the receiver reacts,
 * mutes, blocks and reports; only the sender unsends. Of an activity notice or an unsent message only 'delete for me'
 * is left; of a blocked sender's, deleting and unblocking.
 */
export function allowedActions(message: Message, viewerId: number): readonly MenuAction[] {
  const visibility = visibilityOf(message, viewerId);
  if (visibility === 'deleted') return [];
  if (visibility === 'unsent' || message.message_type === 'ACT') return ['delete'];
  const isOwn = message.sender.id === viewerId;
  if (visibility === 'blocked') return isOwn ? ['delete'] : ['delete', 'unblock'];
  const copy: readonly MenuAction[] = [
    ...(message.message === '' ? [] : (['copy'] as const)),
    ...(linksOf(message.message).length === 0 ? [] : (['copyLink'] as const)),
  ];
  if (isOwn) return ['reply', ...copy, 'delete', 'unsend'];
  return ['reply', ...copy, 'delete', 'react', message.is_mute ? 'unmute' : 'mute', 'block', 'report'];
}

/** Delivery ticks: single, double when delivered to all, double indigo when seen by all. */
export type Tick = 'sent' | 'delivered' | 'seen';

export function tickOf(message: Pick<Message, 'delivered_to_all' | 'seen_by_all'>): Tick {
  if (message.seen_by_all) return 'seen';
  return message.delivered_to_all ? 'delivered' : 'sent';
}
