'use client';

import { type CardFieldErrors, type CardForm, checkCardFields } from '@openbell/core/billing';
import type { BillingBinding } from '@openbell/react-hooks';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { FormMessage } from '../account/form/FormMessage.tsx';
import { Button, Dialog, textParts, useTexts } from '../primitives/index.ts';
import { wrapText } from '../primitives/wrap-text.tsx';
import { CardFields, type CardFieldValues } from './CardFields.tsx';
import { PlanTotals } from './PlanTotals.tsx';
import { ProviderCardForm } from './ProviderCardForm.tsx';

export interface PaymentMethodModalProps {
  /** From `useBilling()`. The modal is open while the enrollment waits for a card. */
  billing: Pick<
    BillingBinding,
    'enrolment' | 'quote' | 'cardSetup' | 'mountCard' | 'confirmCard' | 'closeCard'
  >;
  termsHref?: string | undefined;
  /** Default 'Add a Payment Method'. */
  title?: string | undefined;
  /** Default 'Set up'. */
  submitLabel?: string | undefined;
  /** What the card is charged. Default: the totals of the chosen plan. */
  summary?: ReactNode;
}

const EMPTY: CardFieldValues = { number: '', expiry: '', cvc: '' };

/** The 'Add a Payment Method' dialog. */
export function PaymentMethodModal(props: PaymentMethodModalProps): ReactNode {
  const { billing, termsHref = '/terms' } = props;
  const text = useTexts();
  const id = useId();
  const first = useRef<HTMLInputElement>(null);
  const { enrolment, quote, cardSetup, mountCard, confirmCard, closeCard } = billing;
  const open = enrolment.step === 'card';
  const busy = open && enrolment.busy;
  const renewals = open ? enrolment.renewals : 0;
  const [values, setValues] = useState(EMPTY);
  const [errors, setErrors] = useState<CardFieldErrors>({});
  const [mounted, setMounted] = useState<CardForm | null>(null);
  const sandbox = cardSetup?.provider === 'sandbox';

  // Clear the card fields when the modal closes.
  const [wasOpen, setWasOpen] = useState(open);
  if (wasOpen !== open) {
    setWasOpen(open);
    setValues(EMPTY);
    setErrors({});
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (busy) return;
    if (!sandbox) {
      if (mounted !== null) void confirmCard(mounted);
      return;
    }
    const form = { kind: 'fields' as const, ...values };
    const found = checkCardFields(form);
    setErrors(found);
    if (Object.keys(found).length === 0) {
      void confirmCard(form);
      return;
    }
    const field = found.number ? 'cardnumber' : found.expiry ? 'exp-date' : 'cvc';
    event.currentTarget.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  };

  return (
    <Dialog
      open={open}
      onClose={closeCard}
      dismissible={!busy}
      title={props.title ?? text('billing.addPaymentMethod')}
      className="ob-payment-modal"
      initialFocus={sandbox ? first : undefined}
      actions={
        <Button
          type="submit"
          form={id}
          variant="primary"
          wide
          busy={busy}
          disabled={busy || (!sandbox && mounted === null)}
        >
          {busy ? text('billing.processing') : (props.submitLabel ?? text('billing.setUp'))}
        </Button>
      }
    >
      <form id={id} className="ob-payment-form" noValidate onSubmit={onSubmit}>
        {sandbox ? (
          <CardFields
            values={values}
            onChange={(part) => setValues((now) => ({ ...now, ...part }))}
            errors={errors}
            disabled={busy}
            first={first}
          />
        ) : (
          <ProviderCardForm key={renewals} mountCard={mountCard} onForm={setMounted} />
        )}
        {open && enrolment.error !== null ? (
          <FormMessage part="card-error">{enrolment.error || text('billing.cardFailed')}</FormMessage>
        ) : renewals > 0 ? (
          <FormMessage part="card-error">{text('billing.cardFormRenewed')}</FormMessage>
        ) : null}
        {props.summary === undefined ? <PlanTotals quote={quote} ofCard /> : wrapText(props.summary)}
        <p className="ob-payment-consent">
          {textParts(text('billing.consent'), {
            terms: (
              <a className="ob-link" href={termsHref} target="_blank" rel="noopener">
                {text('billing.consentTerms')}
              </a>
            ),
          })}
        </p>
      </form>
    </Dialog>
  );
}
