'use client';

import type { ContactState } from '@openbell/core/contact';
import { useCaptcha, useContact } from '@openbell/react-hooks';
import { type ComponentType, type FormEvent, type ReactNode, Suspense, useState } from 'react';
import { Button, TextArea, TextField, useOptionalNotices, useTexts } from '../primitives/index.ts';
import { solveAltcha } from './altcha-solver.ts';
import { CaptchaField, type CaptchaFieldProps } from './CaptchaField.tsx';
import { contactErrorText } from './error-texts.ts';
import { FormMessage } from './FormMessage.tsx';

/** Props of {@link ContactForm}. */
export interface ContactFormProps {
  /** The question is delivered, and the form empty again. */
  onSent?: (() => void) | undefined;
}

/**
 * A question by form. With a `NoticeHost` above it, what the specification shows
 * in an alert is said there, otherwise in the form.
 */
export function ContactForm(props: ContactFormProps): ReactNode {
  return <BareContactForm {...props} captchaField={CaptchaField} />;
}

/** Props of {@link BareContactForm}. */
export interface BareContactFormProps extends ContactFormProps {
  /** Draws the provider's widget; may be lazy: nobody is shown it before they turn to the form. */
  captchaField: ComponentType<CaptchaFieldProps>;
}

/** {@link ContactForm} for a page that brings the captcha's field itself, and late. */
export function BareContactForm({ onSent, captchaField: Captcha }: BareContactFormProps): ReactNode {
  const text = useTexts();
  const notices = useOptionalNotices();
  const { state, submit } = useContact();
  const captcha = useCaptcha();
  // The provider's widget comes from elsewhere: not before somebody turns to the form.
  const [begun, setBegun] = useState(false);
  const busy = state.status === 'submitting';

  // Solved unseen where nobody need tick anything; the provider's widget is solved by hand.
  const solve = async (): Promise<string | null> => {
    if (captcha.mount === null) await captcha.solve(solveAltcha);
    return captcha.solution();
  };

  const onSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const written = (name: string): string => String(fields.get(name) ?? '');
    setBegun(true);
    const result = await submit(
      {
        name: written('name'),
        email: written('email'),
        message: written('message'),
        website: written('website'),
      },
      solve,
    );
    // What has been sent is used up.
    if (result.ok || result.error.code === 'failed') captcha.reset();
    if (result.ok) {
      form.reset();
      notices?.notify({ level: 'success', text: text('accounts.contactSent'), about: 'contact' });
      onSent?.();
      return;
    }
    const problem = contactErrorText(text, result.error);
    if (problem === null) return;
    notices?.notify({
      level: result.error.code === 'failed' ? 'error' : 'alert',
      text: problem,
      about: 'contact',
    });
  };

  return (
    // The fields keep what was typed before scripts came; without scripts the form goes nowhere.
    <form
      className="ob-account-form"
      data-part="contact"
      method="dialog"
      onFocus={() => setBegun(true)}
      onSubmit={(event) => void onSubmit(event)}
    >
      <TextField
        label={text('accounts.contactName')}
        labelHidden
        placeholder={text('accounts.contactName')}
        name="name"
        autoComplete="name"
        maxLength={100}
      />
      <TextField
        label={text('accounts.contactEmail')}
        labelHidden
        placeholder={text('accounts.contactEmail')}
        name="email"
        type="email"
        autoComplete="email"
      />
      <TextArea
        label={text('accounts.contactMessage')}
        labelHidden
        placeholder={text('accounts.contactMessage')}
        name="message"
        rows={5}
        maxLength={5000}
      />
      {/* For scripts that fill whatever they find; the server drops what they send. */}
      <input type="text" name="website" hidden aria-hidden tabIndex={-1} autoComplete="off" />
      {captcha.mount === null || !begun ? null : (
        <Suspense fallback={null}>
          <Captcha captcha={captcha} />
        </Suspense>
      )}
      {notices === null ? <Outcome state={state} /> : null}
      <Button type="submit" variant="primary" size="large" busy={busy} disabled={busy}>
        {text('accounts.contactSend')}
      </Button>
    </form>
  );
}

/** The outcome in the form itself. */
function Outcome({ state }: { state: ContactState }): ReactNode {
  const text = useTexts();
  const problem = state.status === 'failed' ? contactErrorText(text, state.error) : null;
  if (problem !== null) return <FormMessage>{problem}</FormMessage>;
  if (state.status !== 'sent') return null;
  return (
    <p className="ob-form-notice" role="status">
      {text('accounts.contactSent')}
    </p>
  );
}
