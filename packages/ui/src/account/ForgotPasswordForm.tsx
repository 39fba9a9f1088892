'use client';

import type { NewPassword } from '@openbell/core/otp-reset';
import { useOtpReset } from '@openbell/react-hooks';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import {
  Button,
  type LinkComponent,
  PasswordField,
  PlainLink,
  TextField,
  useOptionalNotices,
  useTexts,
} from '../primitives/index.ts';
import { FormMessage } from './FormMessage.tsx';
import { OtpBoxes, type OtpBoxesHandle } from './OtpBoxes.tsx';
import { otpResetErrorText } from './otp-reset-texts.ts';
import { SendAgain } from './SendAgain.tsx';

const NO_PASSWORD: NewPassword = { password: '', confirm_password: '' };

const STEP_TEXTS = {
  email: { progress: 'accounts.recoveryStep1', button: 'accounts.sendOtp' },
  verify: { progress: 'accounts.recoveryStep2', button: 'accounts.verifyOtp' },
  reset: { progress: 'accounts.recoveryStep3', button: 'accounts.resetPassword' },
} as const;

/** Props of {@link ForgotPasswordForm}. */
export interface ForgotPasswordFormProps {
  /** Called when the new password is set. Go to the sign-in page. */
  onDone?: (() => void) | undefined;
  signInHref?: string | undefined;
  /** Link component for links inside the site. */
  link?: LinkComponent | undefined;
}

/**
 * Resets a password in one form with three steps; the main button names the next step. With a `NoticeHost` above it,
 * the messages that the specification shows as alerts also appear there.
 */
export function ForgotPasswordForm(props: ForgotPasswordFormProps): ReactNode {
  const { onDone, signInHref = '/signin', link: Link = PlainLink } = props;
  const text = useTexts();
  const notices = useOptionalNotices();
  const { state, secondsLeft, send, verify, reset, resend, restart } = useOtpReset();
  const [email, setEmail] = useState('');
  const [otp, setOtp] = useState('');
  const [passwords, setPasswords] = useState(NO_PASSWORD);
  const form = useRef<HTMLFormElement>(null);
  const boxes = useRef<OtpBoxesHandle>(null);
  const sendAgain = useRef<HTMLButtonElement>(null);
  const messageId = useId();

  const step = state.step === 'done' ? 'reset' : state.step;
  const sentAt = 'sentAt' in state ? state.sentAt : null;
  const address = 'email' in state ? state.email : email;
  const busy = state.pending !== null;
  const error = state.error === null ? null : otpResetErrorText(text, state.error);
  const formError = error?.place === 'form' ? error.text : null;
  const about = (field: string): string | undefined =>
    formError !== null && state.error?.fields.includes(field) ? messageId : undefined;
  const wrongOtp = formError !== null && state.error?.action === 'verify' ? messageId : about('otp');

  const focusField = (name: string): void =>
    form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();

  // Each step starts with the focus in its first field; 'Send Again' restarts the code step.
  const begun = useRef({ step, sentAt });
  useEffect(() => {
    const before = begun.current;
    begun.current = { step, sentAt };
    if (before.step === step && before.sentAt === sentAt) return;
    if (step === 'verify') boxes.current?.focus();
    else
      form.current
        ?.querySelector<HTMLElement>(`[name="${step === 'reset' ? 'password' : 'email'}"]`)
        ?.focus();
  }, [step, sentAt]);

  const onSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (step === 'email') {
      if (!(await send(email)).ok) focusField('email');
      return;
    }
    if (step === 'verify') {
      if (!(await verify(otp)).ok) boxes.current?.focus();
      return;
    }
    const result = await reset(passwords);
    if (!result.ok) {
      const { fields } = result.error;
      if (fields.includes('otp') && secondsLeft === 0) {
        sendAgain.current?.focus();
        return;
      }
      const repeated = fields.includes('confirm_password') && !fields.includes('password');
      focusField(repeated ? 'confirm_password' : 'password');
      return;
    }
    notices?.notify({
      level: 'success',
      text: result.value || text('accounts.passwordReset'),
      about: 'password-reset',
    });
    onDone?.();
  };

  const onSendAgain = async (): Promise<void> => {
    const result = await resend();
    setPasswords(NO_PASSWORD);
    if (result.ok) {
      setOtp('');
      return;
    }
    // Shown as an alert and below the form.
    notices?.notify({
      level: 'alert',
      text: otpResetErrorText(text, result.error).text,
      about: 'password-reset',
    });
    sendAgain.current?.focus();
  };

  const onOtherAddress = (): void => {
    setEmail(address);
    setOtp('');
    setPasswords(NO_PASSWORD);
    restart();
  };

  if (state.step === 'done') {
    return (
      <div className="ob-account-form" data-part="forgot-password" data-status="done">
        <p className="ob-form-notice">{state.message || text('accounts.passwordReset')}</p>
        <Link className="ob-link" href={signInHref}>
          {text('accounts.signIn')}
        </Link>
      </div>
    );
  }
  return (
    <form
      ref={form}
      className="ob-account-form"
      data-part="forgot-password"
      data-status={state.step}
      noValidate
      onSubmit={(event) => void onSubmit(event)}
    >
      <p className="ob-recovery-progress" role="status">
        {text(STEP_TEXTS[step].progress)}
      </p>
      <div className="ob-recovery-address">
        <TextField
          label={text('accounts.email')}
          name="email"
          type="email"
          // Password managers also store the new password under this address.
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          readOnly={step !== 'email'}
          value={step === 'email' ? email : address}
          onChange={(event) => setEmail(event.target.value)}
          error={error?.place === 'email' ? error.text : null}
          errorId={about('email')}
        />
        {step === 'email' ? null : (
          <Button variant="quiet" size="small" onClick={onOtherAddress}>
            {text('accounts.useAnotherAddress')}
          </Button>
        )}
      </div>
      {step === 'email' ? null : (
        <>
          <OtpBoxes
            // A new code starts with empty boxes.
            key={sentAt}
            ref={boxes}
            label={text('accounts.otp')}
            hint={step === 'verify' ? text('accounts.otpHint', { email: address }) : null}
            defaultValue={'otp' in state ? state.otp : ''}
            onChange={setOtp}
            readOnly={step === 'reset'}
            error={error?.place === 'otp' ? error.text : null}
            errorId={wrongOtp}
          />
          <SendAgain
            ref={sendAgain}
            secondsLeft={secondsLeft}
            busy={busy}
            onClick={() => void onSendAgain()}
          />
        </>
      )}
      {step === 'reset' ? (
        <>
          {/* Inside the password step: Chromium only looks for a username among the fields added with the passwords. */}
          <input type="text" name="username" autoComplete="username" value={address} readOnly hidden />
          <PasswordField
            label={text('accounts.password')}
            placeholder={text('accounts.passwordPlaceholder')}
            name="password"
            autoComplete="new-password"
            required
            value={passwords.password}
            onChange={(event) => setPasswords({ ...passwords, password: event.target.value })}
            errorId={about('password')}
          />
          <PasswordField
            label={text('accounts.confirmPassword')}
            name="confirm_password"
            autoComplete="new-password"
            required
            value={passwords.confirm_password}
            onChange={(event) => setPasswords({ ...passwords, confirm_password: event.target.value })}
            errorId={about('confirm_password')}
          />
        </>
      ) : null}
      {formError === null ? null : <FormMessage id={messageId}>{formError}</FormMessage>}
      <Button type="submit" variant="primary" size="large" wide busy={busy} disabled={busy}>
        {text(STEP_TEXTS[step].button)}
      </Button>
      <p className="ob-account-other">
        {text('accounts.rememberedPassword')}{' '}
        <Link className="ob-link" href={signInHref}>
          {text('accounts.signIn')}
        </Link>
      </p>
    </form>
  );
}
