'use client';

import type { NewPassword, OtpResetError, OtpResetStep } from '@openbell/core/otp-reset';
import { useOtpReset } from '@openbell/react-hooks';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import {
  Button,
  type LinkComponent,
  PasswordField,
  PlainLink,
  RetryCountdown,
  TextField,
  useOptionalNotices,
  useTexts,
} from '../../primitives/index.ts';
import { FormMessage } from '../form/FormMessage.tsx';
import { OtherPage } from '../form/OtherPage.tsx';
import { OtpBoxes, type OtpBoxesHandle } from '../form/OtpBoxes.tsx';
import { otpResetErrorText } from './otp-reset-texts.ts';
import { SendAgain } from './SendAgain.tsx';

const NO_PASSWORD: NewPassword = { password: '', confirm_password: '' };

const STEP_TEXTS = {
  email: { progress: 'accounts.recoveryStep1', button: 'accounts.sendOtp' },
  verify: { progress: 'accounts.recoveryStep2', button: 'accounts.verifyOtp' },
  reset: { progress: 'accounts.recoveryStep3', button: 'accounts.resetPassword' },
} as const;

export interface ForgotPasswordFormProps {
  /** Called when the password is changed: open the sign-in page. */
  onDone?: (() => void) | undefined;
  signInHref?: string | undefined;
  /** Renders links of the site. */
  link?: LinkComponent | undefined;
}

/** The password reset as one form in three steps. Inside a `NoticeHost`, it also shows notices. */
export function ForgotPasswordForm(props: ForgotPasswordFormProps): ReactNode {
  const { onDone, signInHref = '/signin', link: Link = PlainLink } = props;
  const text = useTexts();
  const notices = useOptionalNotices();
  const { state, secondsLeft, retryIn, send, verify, reset, resend, restart } = useOtpReset();
  const [email, setEmail] = useState('');
  const [otp, setOtp] = useState('');
  const [passwords, setPasswords] = useState(NO_PASSWORD);
  const form = useRef<HTMLFormElement>(null);
  const boxes = useRef<OtpBoxesHandle>(null);
  const { sendAgain, focusSendAgain } = useSendAgainFocus();
  const messageId = useId();

  const step = state.step === 'done' ? 'reset' : state.step;
  const sentAt = 'sentAt' in state ? state.sentAt : null;
  const address = 'email' in state ? state.email : email;
  const busy = state.pending !== null;
  const error = state.error === null ? null : otpResetErrorText(text, state.error);
  const formError = error?.place === 'form' ? error.text : null;
  const about = (field: string): string | undefined =>
    formError !== null && isAbout(state.error, field) ? messageId : undefined;

  useStepFocus({ step, sentAt, form, boxes });

  const onSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (step === 'email') {
      if (!(await send(email)).ok) fieldOf(form, 'email')?.focus();
      return;
    }
    if (step === 'verify') {
      if (!(await verify(otp)).ok) boxes.current?.focus();
      return;
    }
    const result = await reset(passwords);
    if (!result.ok) {
      const field = fieldToFix(result.error.fields, secondsLeft);
      if (field === 'code') focusSendAgain();
      else fieldOf(form, field)?.focus();
      return;
    }
    const done = result.value || text('accounts.passwordReset');
    notices?.notify({ level: 'success', text: done, about: 'password-reset' });
    onDone?.();
  };

  const onSendAgain = async (): Promise<void> => {
    const result = await resend();
    setPasswords(NO_PASSWORD);
    if (result.ok) {
      setOtp('');
      return;
    }
    const message = otpResetErrorText(text, result.error).text;
    notices?.notify({ level: 'alert', text: message, about: 'password-reset' });
    focusSendAgain();
  };

  const onOtherAddress = (): void => {
    setEmail(address);
    setOtp('');
    setPasswords(NO_PASSWORD);
    restart();
  };

  if (state.step === 'done') return <Done message={state.message} signInHref={signInHref} link={Link} />;
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
      <AddressField
        value={step === 'email' ? email : address}
        onChange={setEmail}
        onOtherAddress={step === 'email' ? null : onOtherAddress}
        error={error?.place === 'email' ? error.text : null}
        errorId={about('email')}
      />
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
            errorId={about('otp')}
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
        <NewPasswordFields email={address} value={passwords} onChange={setPasswords} errorIdOf={about} />
      ) : null}
      {formError === null ? null : <FormMessage id={messageId}>{formError}</FormMessage>}
      <RetryCountdown seconds={retryIn} />
      <Button type="submit" variant="primary" size="large" wide busy={busy} disabled={busy || retryIn > 0}>
        {text(STEP_TEXTS[step].button)}
      </Button>
      <OtherPage lead="accounts.rememberedPassword" href={signInHref} label="accounts.signIn" link={Link} />
    </form>
  );
}

function Done({
  message,
  signInHref,
  link: Link,
}: {
  readonly message: string;
  readonly signInHref: string;
  readonly link: LinkComponent;
}): ReactNode {
  const text = useTexts();
  return (
    <div className="ob-account-form" data-part="forgot-password" data-status="done">
      <p className="ob-form-notice">{message || text('accounts.passwordReset')}</p>
      <Link className="ob-link" href={signInHref}>
        {text('accounts.signIn')}
      </Link>
    </div>
  );
}

/** The e-mail address; once a code was sent to it, it can only be replaced. */
function AddressField({
  value,
  onChange,
  onOtherAddress,
  ...messages
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Null while the address can be typed. */
  readonly onOtherAddress: (() => void) | null;
  readonly error: string | null;
  readonly errorId: string | undefined;
}): ReactNode {
  const text = useTexts();
  return (
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
        readOnly={onOtherAddress !== null}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        {...messages}
      />
      {onOtherAddress === null ? null : (
        <Button variant="quiet" size="small" onClick={onOtherAddress}>
          {text('accounts.useAnotherAddress')}
        </Button>
      )}
    </div>
  );
}

function NewPasswordFields({
  email,
  value,
  onChange,
  errorIdOf,
}: {
  readonly email: string;
  readonly value: NewPassword;
  readonly onChange: (value: NewPassword) => void;
  readonly errorIdOf: (field: string) => string | undefined;
}): ReactNode {
  const text = useTexts();
  return (
    <>
      {/* Chromium looks for the username only among the fields that were added with the passwords. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={text('accounts.password')}
        placeholder={text('accounts.passwordPlaceholder')}
        name="password"
        autoComplete="new-password"
        required
        value={value.password}
        onChange={(event) => onChange({ ...value, password: event.target.value })}
        errorId={errorIdOf('password')}
      />
      <PasswordField
        label={text('accounts.confirmPassword')}
        name="confirm_password"
        autoComplete="new-password"
        required
        value={value.confirm_password}
        onChange={(event) => onChange({ ...value, confirm_password: event.target.value })}
        errorId={errorIdOf('confirm_password')}
      />
    </>
  );
}

/** Whether an error is about a field: it names the field, or the code was refused. */
function isAbout(error: OtpResetError | null, field: string): boolean {
  if (error?.action === 'verify' && field === 'otp') return true;
  return error?.fields.includes(field) ?? false;
}

/** The field to focus after a new password was rejected; `code` is the button for a new code. */
function fieldToFix(fields: readonly string[], secondsLeft: number): 'code' | keyof NewPassword {
  if (fields.includes('otp') && secondsLeft === 0) return 'code';
  return fields.includes('confirm_password') && !fields.includes('password')
    ? 'confirm_password'
    : 'password';
}

/** Focuses the first field of each step, also when a new code restarts the step. */
function useStepFocus({
  step,
  sentAt,
  form,
  boxes,
}: {
  readonly step: OtpResetStep;
  readonly sentAt: number | null;
  readonly form: RefObject<HTMLFormElement | null>;
  readonly boxes: RefObject<OtpBoxesHandle | null>;
}): void {
  const focused = useRef({ step, sentAt });
  useEffect(() => {
    const before = focused.current;
    focused.current = { step, sentAt };
    if (before.step === step && before.sentAt === sentAt) return;
    if (step === 'verify') boxes.current?.focus();
    else fieldOf(form, step === 'reset' ? 'password' : 'email')?.focus();
  }, [step, sentAt, form, boxes]);
}

/** Focuses the button after the next render: it is disabled until React has rendered the answer. */
function useSendAgainFocus() {
  const sendAgain = useRef<HTMLButtonElement>(null);
  const [requests, setRequests] = useState(0);
  useEffect(() => {
    if (requests > 0) sendAgain.current?.focus();
  }, [requests]);
  return { sendAgain, focusSendAgain: () => setRequests((count) => count + 1) };
}

function fieldOf(form: RefObject<HTMLFormElement | null>, name: string): HTMLElement | null | undefined {
  return form.current?.querySelector<HTMLElement>(`[name="${name}"]`);
}
