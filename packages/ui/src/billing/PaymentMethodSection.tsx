'use client';

import type { EnrolmentState } from '@openbell/core/billing';
import {
  formatExpiryMonth,
  type PaymentMethodError,
  type PaymentMethodUpdateState,
} from '@openbell/core/billing/payment-method';
import type { Texts } from '@openbell/core/catalogue';
import type { PaymentMethod } from '@openbell/core/contract';
import { useBillingOutlook, useCardExpiry, usePaymentMethodUpdate, useSession } from '@openbell/react-hooks';
import { type ReactNode, useId } from 'react';
import { FormMessage } from '../account/form/FormMessage.tsx';
import { Button, useTexts } from '../primitives/index.ts';
import { PaymentMethodModal } from './PaymentMethodModal.tsx';

export interface PaymentMethodSectionProps {
  termsHref?: string | undefined;
}

/**
 * The card or wallet that the subscription charges, with a button that changes it. Renders nothing without a running
 * subscription, and for a backend that does not support the change.
 */
export function PaymentMethodSection({ termsHref }: PaymentMethodSectionProps): ReactNode {
  const text = useTexts();
  const id = useId();
  const { displayed, outlook } = useBillingOutlook();
  const expiresAt = useCardExpiry();
  const { state, cardSetup, open, mountCard, confirmCard, close } = usePaymentMethodUpdate();
  const { isInMemory } = useSession();
  const method = displayed?.payment_method ?? null;
  if (method === null || state.step === 'absent') return null;
  const busy = state.step === 'preparing' || state.step === 'saving' || state.step === 'redirecting';
  const isCard = method.type === 'card';

  return (
    <section className="ob-payment-method" data-part="payment-method" aria-labelledby={id}>
      <div className="ob-payment-method-row">
        <h2 id={id}>{text('billing.paymentMethod')}</h2>
        <p>{nameOf(text, method)}</p>
        <Button
          variant={outlook.kind === 'past-due' ? 'primary' : 'secondary'}
          busy={busy}
          disabled={busy}
          onClick={() => void open()}
        >
          {text(isCard ? 'billing.updateCard' : 'billing.updateWallet')}
        </Button>
      </div>
      {!isCard && isInMemory ? <p className="ob-plan-hint">{text('billing.walletSignIn')}</p> : null}
      {expiresAt === null || state.step === 'saved' ? null : (
        <p className="ob-payment-method-expiry">
          {text('billing.cardExpires', { month: formatExpiryMonth(expiresAt) })}
        </p>
      )}
      <div role="status">{state.step === 'saved' ? state.message || text('billing.cardSaved') : null}</div>
      {state.step === 'idle' && state.error !== null ? (
        <FormMessage part="payment-method-error">{errorText(text, state.error)}</FormMessage>
      ) : null}
      <PaymentMethodModal
        billing={{
          enrolment: cardStep(state),
          quote: null,
          cardSetup,
          mountCard,
          confirmCard,
          closeCard: close,
        }}
        termsHref={termsHref}
        title={text('billing.updateCard')}
        submitLabel={text('billing.saveCard')}
        summary={outlook.kind === 'past-due' ? <p>{text('billing.updateCharge')}</p> : null}
      />
    </section>
  );
}

/** The step as the payment modal reads it: open while a card is entered. */
function cardStep(state: PaymentMethodUpdateState): EnrolmentState {
  return state.step === 'card' ? { ...state, quote: null } : { step: 'choosing', error: null };
}

function nameOf(text: Texts, { type, brand, last4, expires_at }: PaymentMethod): string {
  if (type === 'wallet') return text('billing.walletPaypal');
  if (last4 === '' || expires_at === null) return text('billing.cardUnknown');
  return text('billing.cardEnding', {
    brand: brand.charAt(0).toUpperCase() + brand.slice(1),
    last4,
    month: formatExpiryMonth(expires_at),
  });
}

const errorTexts = {
  'not-started': 'billing.updateNotStarted',
  'redirect-blocked': 'billing.redirectBlocked',
  declined: 'billing.updateDeclined',
  refused: 'billing.updateNotStarted',
  'not-saved': 'billing.updateNotSaved',
} as const;

function errorText(text: Texts, { code, message }: PaymentMethodError): string {
  if (code === 'refused' && message !== '') return message;
  if (code === 'declined' && message !== '') return `${message} ${text('billing.formerCardStays')}`;
  return text(errorTexts[code]);
}
