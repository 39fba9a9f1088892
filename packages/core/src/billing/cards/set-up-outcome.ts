import type { CardSetupResult } from './card-setup.ts';

/** The fields of Stripe's set-up intent that are read. */
export interface StripeSetupIntent {
  readonly status: string;
  readonly payment_method: string | { readonly id: string } | null;
}

/** The result of a confirmation. An intent that was final before it is inside the error. */
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
 * Reads a confirmation. A succeeded intent counts as set up, also when another tab or a lost request confirmed it. A
 * canceled one, or one that no longer accepts a card, is `spent`.
 */
export function readSetUpOutcome({ setupIntent, error }: StripeOutcome): CardSetupResult {
  const intent = setupIntent ?? error?.setup_intent;
  const method = intent?.status === 'succeeded' ? intent.payment_method : null;
  if (method !== null) return { ok: true, paymentMethodId: typeof method === 'string' ? method : method.id };
  const message = error?.message ?? '';
  const isSpent = intent?.status === 'canceled' || error?.code === 'setup_intent_unexpected_state';
  return isSpent ? { ok: false, message, spent: true } : { ok: false, message };
}
