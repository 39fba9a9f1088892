'use client';

import type { Texts } from '@openbell/core/catalogue';
import type { User } from '@openbell/core/contract';
import type { SocialAddition, SocialSignInState } from '@openbell/core/social-sign-in';
import type { SocialSignInBinding } from '@openbell/react-hooks';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button, PasswordField, RetryCountdown, TextField, useTexts } from '../../primitives/index.ts';
import { OtpBoxes } from '../form/OtpBoxes.tsx';
import { SecondStep } from '../second-factor/SecondStep.tsx';

export interface SocialAskProps {
  social: Pick<SocialSignInBinding, 'state' | 'retryIn' | 'add' | 'reset'>;
  onSignedIn?: ((user: User) => void) | undefined;
}

type Asking = Extract<SocialSignInState, { status: 'asking' }>;

/**
 * Asks for the details that a social sign-in still needs: an email address, the code emailed to it, or the password of
 * the account that already has the address. Renders nothing otherwise.
 */
export function SocialAsk({ social, onSignedIn }: SocialAskProps): ReactNode {
  const { state, retryIn, add, reset } = social;
  const text = useTexts();
  const form = useRef<HTMLFormElement>(null);
  const titleId = useId();
  const [typed, setTyped] = useState('');
  /** Number of new codes that the member has requested. */
  const [newCodes, setNewCodes] = useState(0);
  const needs = state.status === 'asking' ? state.needs : null;

  // Each question starts with an empty, focused field.
  const [previousNeeds, setPreviousNeeds] = useState(needs);
  if (previousNeeds !== needs) {
    setPreviousNeeds(needs);
    setTyped('');
    setNewCodes(0);
  }
  const question = needs === null ? null : `${needs}-${newCodes}`;
  useEffect(() => {
    if (question !== null) form.current?.querySelector('input')?.focus();
  }, [question]);
  if (state.status !== 'asking') return null;

  const { address, message, hasFailed, busy } = state;
  const error = hasFailed ? message || text('accounts.unreachable') : null;
  const submitAddition = async (addition: SocialAddition): Promise<void> => {
    const result = await add(addition);
    if (result.ok) onSignedIn?.(result.value);
    else form.current?.querySelector('input')?.focus();
  };
  const onSendAgain = async (): Promise<void> => {
    const result = await add({ address });
    if (result.ok) onSignedIn?.(result.value);
    else if (result.error.code === 'code-needed') {
      setTyped('');
      setNewCodes((count) => count + 1);
    } else form.current?.querySelector('input')?.focus();
  };
  if (state.needs === 'factor') {
    return (
      <SecondStep
        onCode={(code) => void submitAddition({ code })}
        onBack={reset}
        backLabel={text('accounts.otherWay')}
        error={error}
        busy={busy}
        retryIn={retryIn}
      />
    );
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (state.needs === 'address') void submitAddition({ address: typed.trim() });
    else if (state.needs === 'code') void submitAddition({ otp: typed });
    else void submitAddition({ password: typed });
  };

  return (
    <form
      ref={form}
      className="ob-account-form"
      data-part="social-ask"
      data-status={state.needs}
      noValidate
      aria-labelledby={titleId}
      onSubmit={onSubmit}
    >
      <h2 className="ob-social-ask-title" id={titleId}>
        {text('accounts.oneMoreStep')}
      </h2>
      <p className="ob-social-ask-lead" role="status">
        {/* A new element is announced, also with the same text. */}
        <span key={newCodes}>
          {newCodes > 0 ? text('accounts.addressCodeSentAgain', { email: address }) : leadOf(text, state)}
        </span>
      </p>
      {state.needs === 'address' ? (
        <TextField
          label={text('accounts.email')}
          name="address"
          type="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={error}
        />
      ) : null}
      {state.needs === 'code' ? (
        // A new code starts with empty boxes.
        <OtpBoxes key={newCodes} label={text('accounts.otp')} onChange={setTyped} error={error} />
      ) : null}
      {state.needs === 'password' ? (
        <PasswordField
          label={text('accounts.password')}
          name="password"
          autoComplete="current-password"
          required
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={error}
        />
      ) : null}
      <RetryCountdown seconds={retryIn} />
      <Button type="submit" variant="primary" size="large" wide busy={busy} disabled={busy || retryIn > 0}>
        {text(state.needs === 'address' ? 'accounts.sendCode' : 'accounts.goOn')}
      </Button>
      <div className="ob-social-ask-other">
        {state.needs === 'code' ? (
          <Button size="small" disabled={busy || retryIn > 0} onClick={() => void onSendAgain()}>
            {text('accounts.sendAgain')}
          </Button>
        ) : null}
        <Button variant="quiet" size="small" disabled={busy} onClick={reset}>
          {text('accounts.otherWay')}
        </Button>
      </div>
    </form>
  );
}

/** Why the details are needed: the server's message, or ours when it concerns the last input. */
function leadOf(text: Texts, { type, needs, address, message, hasFailed }: Asking): string {
  if (needs === 'code') return text('accounts.addressCodeSent', { email: address });
  if (message !== '' && !hasFailed) return message;
  const provider = text(`accounts.${type}`);
  return text(needs === 'address' ? 'accounts.addressNeeded' : 'accounts.passwordNeeded', { provider });
}
