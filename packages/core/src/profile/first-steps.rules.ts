// The next steps of a new member. Pure.
import type { Subscription, User } from '../contract/index.ts';
import { parseInstant } from '../shared/instants.ts';

/** Choose a plan, say hello in the group chat, watch a lesson. */
export type FirstStep = 'plan' | 'hello' | 'lesson';

/** One of the next steps, and whether it is done. */
export interface FirstStepState {
  readonly step: FirstStep;
  readonly isDone: boolean;
  /** Whether the member may do it now: the chat requires a plan. */
  readonly isOpen: boolean;
}

/** Days from the start of the first plan in which a member is new. */
const NEW_DAYS = 14;

function isNew(user: User, subscriptions: readonly Subscription[], now: number): boolean {
  if (user.expired_at === null && subscriptions.length === 0) return true;
  const isRecent = (date: string | null): boolean =>
    (parseInstant(date) ?? Number.NEGATIVE_INFINITY) > now - NEW_DAYS * 86_400_000;
  // Without every start it is not known when the first plan began. A renewal moves the start, but not earlier payments.
  return (
    subscriptions.length > 0 &&
    subscriptions.every(
      ({ current_period_start, subscription_histories }) =>
        isRecent(current_period_start) &&
        subscription_histories.every(({ billed_at }) => billed_at === null || isRecent(billed_at)),
    )
  );
}

/** The steps of a new member, in order; empty for others and when all are done. `now` in milliseconds since 1970. */
export function firstSteps(
  member: {
    readonly user: User;
    readonly subscriptions: readonly Subscription[];
    readonly isSubscribed: boolean;
  },
  done: readonly FirstStep[],
  now: number,
): readonly FirstStepState[] {
  const { user, subscriptions, isSubscribed } = member;
  if (!isNew(user, subscriptions, now)) return [];
  const steps: readonly FirstStepState[] = [
    { step: 'plan', isDone: isSubscribed, isOpen: true },
    { step: 'hello', isDone: done.includes('hello'), isOpen: isSubscribed },
    { step: 'lesson', isDone: done.includes('lesson'), isOpen: true },
  ];
  return steps.every(({ isDone }) => isDone) ? [] : steps;
}
