import type { Message, MessageAction } from '../../contract/index.ts';
import { linksOf } from './links.ts';
import { visibilityOf } from './visibility.ts';

/** The quick reactions: heart-eyes, laughing, crying, angry, thumbs up. */
export const quickReactions = ['😍', '😂', '😢', '😡', '👍'] as const;

/** An entry of a message's menu. `reply`, `copy` and `copyLink` need no request. */
export type MenuAction = 'reply' | 'copy' | 'copyLink' | MessageAction;

/**
 * The actions that the viewer may take: everyone replies, copies and deletes for themselves; only the receiver reacts,
 * mutes, blocks and reports; only the sender unsends. Activity notices and unsent messages allow only 'delete for me';
 * messages of a blocked sender allow deleting and unblocking.
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
