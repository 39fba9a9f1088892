import type { Message } from '../../contract/index.ts';

/** `deleted`: hidden for this viewer. `unsent` and `blocked`: a placeholder is shown instead. */
export type Visibility = 'normal' | 'deleted' | 'unsent' | 'blocked';

/** How a message is shown to the viewer. */
export function visibilityOf(message: Message, viewerId: number): Visibility {
  if (message.deleted_list.includes(viewerId)) return 'deleted';
  if (message.delete_from_everyone) return 'unsent';
  return message.is_block ? 'blocked' : 'normal';
}

/** Delivery ticks: single, double when delivered to all, double indigo when seen by all. */
export type Tick = 'sent' | 'delivered' | 'seen';

export function tickOf(message: Pick<Message, 'delivered_to_all' | 'seen_by_all'>): Tick {
  if (message.seen_by_all) return 'seen';
  return message.delivered_to_all ? 'delivered' : 'sent';
}
