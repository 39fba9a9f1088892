// Decides which members may act on a message. Membership of the chat is checked before.
import { unsendWindowMs } from '@openbell/core/chat/projection';
import type { MessageAction } from '@openbell/core/contract';

export interface ActionTarget {
  readonly senderId: number;
  readonly unsent: boolean;
  readonly activity: boolean;
  readonly createdAt: Date;
}

export interface Refusal {
  readonly status: 403 | 409;
  readonly message: string;
}

/** Returns why a member may not act on a message; null when they may. `now` in milliseconds since the epoch. */
export function judgeAction(
  action: MessageAction,
  target: ActionTarget,
  { memberId, now }: { readonly memberId: number; readonly now: number },
): Refusal | null {
  if (action === 'delete') return null;
  if (target.activity) return { status: 409, message: 'A notice can only be deleted for you.' };
  if (target.unsent) return { status: 409, message: 'This message was unsent.' };
  const isOwn = target.senderId === memberId;
  if (action === 'unsend' && !isOwn) return { status: 403, message: 'Only its sender can unsend a message.' };
  if (action !== 'unsend' && isOwn)
    return { status: 403, message: 'This is not possible with your own message.' };
  if (action === 'unsend' && now - target.createdAt.getTime() > unsendWindowMs) {
    return { status: 409, message: 'A message can be unsent within 24 hours.' };
  }
  return null;
}
