import type { Message, MessageAction } from '../../contract/index.ts';
import { isServerId } from '../../shared/ids.ts';
import { linksOf } from './links.ts';
import { visibilityOf } from './visibility.ts';

/** The quick reactions: heart-eyes, laughing, crying, angry, thumbs up. */
export const quickReactions = ['😍', '😂', '😢', '😡', '👍'] as const;

/** An entry of a message's menu. `reply`, `copy` and `copyLink` need no request. */
export type MenuAction = 'reply' | 'copy' | 'copyLink' | MessageAction;

/**
 * The actions that the viewer may take: everyone replies, copies and deletes for themselves; only the receiver reacts,
 * mutes, blocks and reports; only the sender unsends. Activity notices and unsent messages allow only 'delete for me';
 * messages of a blocked sender allow deleting and unblocking. A message without an id can only be copied; one without a
 * sender cannot be muted or blocked.
 */
export function allowedActions(message: Message, viewerId: number): readonly MenuAction[] {
  const visibility = visibilityOf(message, viewerId);
  if (visibility === 'deleted') return [];
  const copy: readonly MenuAction[] = [
    ...(message.message === '' ? [] : (['copy'] as const)),
    ...(linksOf(message.message).length === 0 ? [] : (['copyLink'] as const)),
  ];
  if (!isServerId(message.id)) return visibility === 'normal' ? copy : [];
  if (visibility === 'unsent' || message.message_type === 'ACT') return ['delete'];
  const isOwn = message.sender.id === viewerId;
  if (visibility === 'blocked') return isOwn ? ['delete'] : ['delete', 'unblock'];
  if (isOwn) return ['reply', ...copy, 'delete', 'unsend'];
  const ofSender = [message.is_mute ? 'unmute' : 'mute', 'block'] as const;
  return ['reply', ...copy, 'delete', 'react', ...(isServerId(message.sender.id) ? ofSender : []), 'report'];
}
