'use client';

import type { ContactState } from '@openbell/core/contact';
import { useCaptcha, useContact } from '@openbell/react-hooks';
import { type ComponentType, type FormEvent, type ReactNode, Suspense, useState } from 'react';
import {
  Button,
  RetryCountdown,
  TextArea,
  TextField,
  useOptionalNotices,
  useTexts,
} from '../primitives/index.ts';
import { solveAltcha } from './form/altcha-solver.ts';
import { CaptchaField, type CaptchaFieldProps } from './form/CaptchaField.tsx';
import { contactErrorText } from './form/error-texts.ts';
import { FormMessage } from './form/FormMessage.tsx';

export interface ContactFormProps {
  /** Called when the message is sent and the form is cleared. */
  onSent?: (() => void) | undefined;
}

/**
 * A contact form. With a `NoticeHost` above it, the results that the specification shows as alerts appear there,
 * otherwise in the form.
 */
export function ContactForm(props: ContactFormProps): ReactNode {
  return <BareContactForm {...props} captchaField={CaptchaField} />;
}

export interface BareContactFormProps extends ContactFormProps {
  /** Renders the captcha. Rendered when the user starts to fill in the form: it may load its code then (`LazyPlace`). */
  captchaField: ComponentType<CaptchaFieldProps>;
}

/** {@link ContactForm} for pages that load the captcha field lazily. */
export function BareContactForm({ onSent, captchaField: Captcha }: BareContactFormProps): ReactNode {
  const text = useTexts();
  const notices = useOptionalNotices();
  const { state, retryIn, submit } = useContact();
  const captcha = useCaptcha();
  // The widget's script comes from another origin: load it only when the user starts to fill in the form.
  const [started, setStarted] = useState(false);
  const busy = state.status === 'submitting';

  // Challenges without interaction are solved on submit; the provider's widget is solved by the user.
  const solve = async (): Promise<string | null> => {
    if (captcha.mount === null) await captcha.solve(solveAltcha);
    return captcha.solution();
  };

  const onSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const written = (name: string): string => String(fields.get(name) ?? '');
    setStarted(true);
    const result = await submit(
      {
        name: written('name'),
        email: written('email'),
        message: written('message'),
        website: written('website'),
      },
      solve,
    );
    // A submitted solution cannot be used again.
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
    // The inputs are uncontrolled so that text typed before hydration is kept. Without scripts the form does not
    // submit.
    <form
      className="ob-account-form"
      data-part="contact"
      method="dialog"
      onFocus={() => setStarted(true)}
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
      {/* Honeypot for bots: the server discards messages that fill in this field. */}
      <input type="text" name="website" hidden aria-hidden tabIndex={-1} autoComplete="off" />
      {captcha.mount === null || !started ? null : (
        <Suspense fallback={null}>
          <Captcha captcha={captcha} />
        </Suspense>
      )}
      {notices === null ? <Outcome state={state} /> : null}
      <RetryCountdown seconds={retryIn} />
      <Button type="submit" variant="primary" size="large" busy={busy} disabled={busy || retryIn > 0}>
        {text('accounts.contactSend')}
      </Button>
    </form>
  );
}

/** The result of sending, shown in the form. */
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
