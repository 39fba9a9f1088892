'use client';

import { firstInvalidField, type SignUpFields } from '@openbell/core/sign-up';
import { useCaptcha, useSignUp } from '@openbell/react-hooks';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import {
  Button,
  Checkbox,
  type LinkComponent,
  PasswordField,
  PlainLink,
  RetryCountdown,
  TextField,
  useTexts,
} from '../../primitives/index.ts';
import { Agreement } from '../form/Agreement.tsx';
import { CaptchaField } from '../form/CaptchaField.tsx';
import { signUpErrorText } from '../form/error-texts.ts';
import { FormMessage } from '../form/FormMessage.tsx';
import { OtherPage } from '../form/OtherPage.tsx';

const EMPTY: SignUpFields = {
  first_name: '',
  phone: '',
  email: '',
  password: '',
  password_confirmation: '',
  referralCode: '',
  agree: true,
};

export interface SignUpFormProps {
  /** Called when the account is created. Go to the sign-in page. */
  onCreated?: (() => void) | undefined;
  signInHref?: string | undefined;
  termsHref?: string | undefined;
  privacyHref?: string | undefined;
  /** Link component for links inside the site. */
  link?: LinkComponent | undefined;
}

/** Creates an account. The server validates the fields; the first message for each is shown under it. */
export function SignUpForm(props: SignUpFormProps): ReactNode {
  const { onCreated, signInHref = '/signin', link: Link = PlainLink } = props;
  const text = useTexts();
  const { state, retryIn, submit } = useSignUp();
  const captcha = useCaptcha();
  const [fields, setFields] = useState(EMPTY);
  const form = useRef<HTMLFormElement>(null);
  const busy = state.status === 'submitting';
  const failure = state.status === 'failed' ? state.error : null;
  const errors = failure?.fieldErrors ?? {};
  const message = failure === null ? null : signUpErrorText(text, failure);
  const set = (part: Partial<SignUpFields>): void => setFields((now) => ({ ...now, ...part }));

  const onSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const solution = captcha.solution();
    // Referral codes are upper case.
    const referralCode = fields.referralCode.trim().toUpperCase();
    const result = await submit({ ...fields, referralCode }, solution);
    if (result.ok) {
      onCreated?.();
      return;
    }
    // A submitted solution cannot be used again.
    if (solution !== null && result.error.code !== 'busy') captcha.reset();
    const first = firstInvalidField(result.error);
    if (first !== null) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };

  return (
    <form
      ref={form}
      className="ob-account-form"
      data-part="sign-up"
      noValidate
      onSubmit={(event) => void onSubmit(event)}
    >
      <TextField
        label={text('accounts.fullName')}
        name="first_name"
        autoComplete="name"
        required
        value={fields.first_name}
        onChange={(event) => set({ first_name: event.target.value })}
        error={errors.first_name}
      />
      <TextField
        label={text('accounts.phone')}
        hint={text('accounts.phoneHint')}
        name="phone"
        type="tel"
        autoComplete="tel"
        required
        value={fields.phone}
        onChange={(event) => set({ phone: event.target.value })}
        error={errors.phone}
      />
      <TextField
        label={text('accounts.email')}
        name="email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={fields.email}
        onChange={(event) => set({ email: event.target.value })}
        error={errors.email}
      />
      <TextField
        label={text('accounts.referralCode')}
        name="referralCode"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={fields.referralCode}
        onChange={(event) => set({ referralCode: event.target.value })}
        error={errors.referralCode}
      />
      <PasswordField
        label={text('accounts.password')}
        placeholder={text('accounts.passwordPlaceholder')}
        name="password"
        autoComplete="new-password"
        required
        value={fields.password}
        onChange={(event) => set({ password: event.target.value })}
        error={errors.password}
      />
      <PasswordField
        label={text('accounts.repeatPassword')}
        name="password_confirmation"
        autoComplete="new-password"
        required
        value={fields.password_confirmation}
        onChange={(event) => set({ password_confirmation: event.target.value })}
        error={errors.password_confirmation}
      />
      <Checkbox
        label={<Agreement sentence={text('accounts.agree')} links={props} />}
        name="agree"
        checked={fields.agree}
        onCheckedChange={(agree) => set({ agree })}
        error={errors.agree}
      />
      <CaptchaField captcha={captcha} />
      {message === null ? null : <FormMessage>{message}</FormMessage>}
      <RetryCountdown seconds={retryIn} />
      <Button type="submit" variant="primary" size="large" wide busy={busy} disabled={busy || retryIn > 0}>
        {text('accounts.createAccount')}
      </Button>
      <OtherPage lead="accounts.haveAccount" href={signInHref} label="accounts.signIn" link={Link} />
    </form>
  );
}
