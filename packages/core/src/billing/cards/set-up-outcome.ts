import type { CardSetupResult } from './card-setup.ts';

/** A set-up intent as Stripe tells it, as far as it is read. */
export interface StripeSetupIntent {
  readonly status: string;
  readonly payment_method: string | { readonly id: string } | null;
}

/** What came of a confirmation. An intent that had come to its end before comes inside an error. */
export interface StripeOutcome {
  readonly setupIntent?: StripeSetupIntent | undefined;
  readonly error?:
    | {
        readonly message?: string | undefined;
        readonly code?: string | undefined;
        readonly setup_intent?: StripeSetupIntent | undefined;
      }
    | undefined;
}

/**
 * Reads a confirmation. An intent that has succeeded counts as set up, whoever confirmed it: this form before its answer
 * was lost, or the same one in another tab. One that was cancelled, or is in a state that takes no card, is spent. Anything
 * else is the provider's words, for the form that stays.
 */
export function readSetUpOutcome({ setupIntent, error }: StripeOutcome): CardSetupResult {
  const intent = setupIntent ?? error?.setup_intent;
  const method = intent?.status === 'succeeded' ? intent.payment_method : null;
  if (method !== null) return { ok: true, paymentMethodId: typeof method === 'string' ? method : method.id };
  const message = error?.message ?? '';
  const isSpent = intent?.status === 'canceled' || error?.code === 'setup_intent_unexpected_state';
  return isSpent ? { ok: false, message, spent: true } : { ok: false, message };
}
