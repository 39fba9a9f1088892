import type { ApiFailure } from '../../api-client/index.ts';
import type { SessionState } from '../../session/index.ts';
import type { PlanChoice } from '../plan.ts';
import type { EnrolmentState } from '../types.ts';

/** A card that is being set up, or is set up, for a subscription. */
export interface CardAttempt {
  readonly plan: PlanChoice & { readonly programId: number };
  readonly clientSecret: string;
  /** Sent with each try, so that a repeated request creates no second subscription. */
  readonly idempotencyKey: string;
  /** Null until the provider has set the card up. */
  paymentMethodId: string | null;
}

export const CHOOSING: EnrolmentState = { step: 'choosing', error: null };

/** The effect of Enroll: `pay`, `renew` (pay again after a plan has ended), or none. */
export function enrolAction(
  { step }: EnrolmentState,
  session: SessionState,
): 'busy' | 'sign-in' | 'profile' | 'renew' | 'pay' {
  if (step !== 'choosing' && step !== 'subscribed') return 'busy';
  if (session.status !== 'signed-in') return 'sign-in';
  if (session.isSubscribed) return 'profile';
  if (step === 'choosing') return 'pay';
  // Until the profile has loaded, the plan that was just paid counts as active.
  return session.profile === 'loaded' ? 'renew' : 'profile';
}

/** Whether the same subscription request may succeed later. */
export function mayRepeat({ kind, status }: ApiFailure): boolean {
  return kind !== 'http' || status >= 500 || [409, 425, 429].includes(status);
}

/** Whether a state is reset when the page is left: nothing is pending. */
export function isAtRest(state: EnrolmentState): boolean {
  return state.step === 'choosing' || state.step === 'subscribed' || (state.step === 'card' && !state.busy);
}
