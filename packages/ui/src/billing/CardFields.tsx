'use client';

import type { CardFieldErrors, CardForm } from '@openbell/core/billing';
import type { ReactNode, RefObject } from 'react';
import { Badge, TextField, useTexts } from '../primitives/index.ts';

/** The values of the sandbox's card form. */
export type CardFieldValues = Omit<Extract<CardForm, { kind: 'fields' }>, 'kind'>;

interface CardFieldsProps {
  values: CardFieldValues;
  onChange: (part: Partial<CardFieldValues>) => void;
  errors: CardFieldErrors;
  disabled: boolean;
  /** The field that gets the focus when the modal opens. */
  first: RefObject<HTMLInputElement | null>;
}

/** The sandbox's own card form. It is labelled as such: real card numbers do not belong here. */
export function CardFields({ values, onChange, errors, disabled, first }: CardFieldsProps): ReactNode {
  const text = useTexts();
  return (
    <div className="ob-card-fields" data-part="sandbox-card">
      <p className="ob-card-sandbox">
        <Badge tone="accent">{text('billing.sandbox')}</Badge> <span>{text('billing.sandboxCards')}</span>
      </p>
      <TextField
        ref={first}
        label={text('billing.cardNumber')}
        name="cardnumber"
        inputMode="numeric"
        autoComplete="cc-number"
        maxLength={23}
        value={values.number}
        disabled={disabled}
        onChange={(event) => onChange({ number: event.target.value })}
        error={errors.number ? text('billing.cardNumberInvalid') : null}
      />
      <div className="ob-card-pair">
        <TextField
          label={text('billing.cardExpiry')}
          placeholder={text('billing.cardExpiryPlaceholder')}
          name="exp-date"
          inputMode="numeric"
          autoComplete="cc-exp"
          maxLength={9}
          value={values.expiry}
          disabled={disabled}
          onChange={(event) => onChange({ expiry: event.target.value })}
          error={errors.expiry ? text('billing.cardExpiryInvalid') : null}
        />
        <TextField
          label={text('billing.cardCvc')}
          name="cvc"
          inputMode="numeric"
          autoComplete="cc-csc"
          maxLength={4}
          value={values.cvc}
          disabled={disabled}
          onChange={(event) => onChange({ cvc: event.target.value })}
          error={errors.cvc ? text('billing.cardCvcInvalid') : null}
        />
      </div>
    </div>
  );
}
