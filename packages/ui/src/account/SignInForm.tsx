'use client';

import type { User } from '@openbell/core/contract';
import { useCaptcha, usePushOnLoad, useSignIn, useSocialSignIn } from '@openbell/react-hooks';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import {
  Button,
  Checkbox,
  type LinkComponent,
  PasswordField,
  PlainLink,
  TextField,
  useTexts,
} from '../primitives/index.ts';
import { CaptchaField } from './CaptchaField.tsx';
import { signInErrorText } from './error-texts.ts';
import { FormMessage } from './FormMessage.tsx';
import { SocialAsk } from './SocialAsk.tsx';
import { SocialButtons } from './SocialButtons.tsx';

/** Props of {@link SignInForm}. */
export interface SignInFormProps {
  /** Called with the signed-in user. Go to the page that they wanted. */
  onSignedIn?: ((user: User) => void) | undefined;
  /** A message above the form, for example 'Your account is ready.'. */
  notice?: ReactNode;
  /** The sign-up page, with the query to keep. Default `/signup`. */
  signUpHref?: string | undefined;
  forgotPasswordHref?: string | undefined;
  termsHref?: string | undefined;
  privacyHref?: string | undefined;
  /** Link component for links inside the site. */
  link?: LinkComponent | undefined;
}

/** Signs in with email and password, or with a social account. */
export function SignInForm(props: SignInFormProps): ReactNode {
  const { onSignedIn, notice, signUpHref = '/signup', forgotPasswordHref = '/forget-password' } = props;
  const { termsHref = '/terms', privacyHref = '/privacy-policy', link: Link = PlainLink } = props;
  const text = useTexts();
  const { state, submit } = useSignIn();
  const social = useSocialSignIn();
  const captcha = useCaptcha();
  usePushOnLoad();
  const [fields, setFields] = useState({ email: '', password: '', remember: true });
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const busy = state.status === 'submitting';
  const error = state.status === 'failed' ? signInErrorText(text, state.error) : null;
  const set = (part: Partial<typeof fields>): void => setFields((now) => ({ ...now, ...part }));

  const onSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const solution = captcha.solution();
    const result = await submit({ type: 'manual', ...fields, ...(solution ? { captcha: solution } : {}) });
    if (result.ok) {
      onSignedIn?.(result.value);
      return;
    }
    const { place } = signInErrorText(text, result.error);
    if (place === 'email') email.current?.focus();
    if (place === 'password') password.current?.focus();
    // A submitted solution cannot be used again; one that was not sent is kept.
    if (solution !== null && place !== 'email' && place !== 'password') captcha.reset();
  };

  if (social.state.status === 'asking') return <SocialAsk social={social} onSignedIn={onSignedIn} />;
  return (
    <form
      className="ob-account-form"
      data-part="sign-in"
      noValidate
      onSubmit={(event) => void onSubmit(event)}
    >
      {notice}
      <TextField
        ref={email}
        label={text('accounts.email')}
        name="username"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={fields.email}
        onChange={(event) => set({ email: event.target.value })}
        error={error?.place === 'email' ? error.text : null}
      />
      <PasswordField
        ref={password}
        label={text('accounts.password')}
        name="password"
        autoComplete="current-password"
        required
        value={fields.password}
        onChange={(event) => set({ password: event.target.value })}
        error={error?.place === 'password' ? error.text : null}
      />
      <div className="ob-account-row">
        <Checkbox
          label={text('accounts.rememberPassword')}
          hint={text('accounts.rememberHint')}
          name="remember"
          checked={fields.remember}
          onCheckedChange={(remember) => set({ remember })}
        />
        <Link className="ob-link" href={forgotPasswordHref}>
          {text('accounts.forgotPassword')}
        </Link>
      </div>
      <CaptchaField captcha={captcha} />
      {error?.place === 'form' || error?.place === 'captcha' ? <FormMessage>{error.text}</FormMessage> : null}
      <Button type="submit" variant="primary" size="large" wide busy={busy} disabled={busy}>
        {text('accounts.signIn')}
      </Button>
      <SocialButtons
        social={social}
        captcha={captcha}
        remember={fields.remember}
        onSignedIn={onSignedIn}
        termsHref={termsHref}
        privacyHref={privacyHref}
        link={Link}
      />
      <p className="ob-account-other">
        {text('accounts.noAccountYet')}{' '}
        <Link className="ob-link" href={signUpHref}>
          {text('accounts.signUp')}
        </Link>
      </p>
    </form>
  );
}
