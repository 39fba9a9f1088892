// Who may do what with a message. Membership is settled before: 404.
import type { MessageAction } from '@openbell/core/contract';

/** The part of a message that decides about actions. */
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

/** A message can be unsent for a day; later it has been read, quoted and acted upon. */
export const UNSEND_WINDOW_MS: number = 24 * 3_600_000;

/** Null when the member may; `now` in milliseconds since the epoch. */
export function judgeAction(
  action: MessageAction,
  memberId: number,
  target: ActionTarget,
  now: number,
): Refusal | null {
  if (action === 'delete') return null;
  if (target.activity) return { status: 409, message: 'A notice can only be deleted for you.' };
  if (target.unsent) return { status: 409, message: 'This message was unsent.' };
  const own = target.senderId === memberId;
  if (action === 'unsend' && !own) return { status: 403, message: 'Only its sender can unsend a message.' };
  if (action !== 'unsend' && own)
    return { status: 403, message: 'This is not possible with your own message.' };
  if (action === 'unsend' && now - target.createdAt.getTime() > UNSEND_WINDOW_MS) {
    return { status: 409, message: 'A message can be unsent within 24 hours.' };
  }
  return null;
}
