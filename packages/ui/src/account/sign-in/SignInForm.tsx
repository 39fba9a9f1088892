'use client';

import type { User } from '@openbell/core/contract';
import { useCaptcha, usePushOnLoad, useSignIn, useSocialSignIn } from '@openbell/react-hooks';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import {
  Button,
  Checkbox,
  type LinkComponent,
  lazyPart,
  PasswordField,
  PlainLink,
  RetryCountdown,
  TextField,
  useLazyPart,
  useTexts,
} from '../../primitives/index.ts';
import { wrapText } from '../../primitives/wrap-text.tsx';
import { CaptchaField } from '../form/CaptchaField.tsx';
import { signInErrorText } from '../form/error-texts.ts';
import { FormMessage } from '../form/FormMessage.tsx';
import { OtherPage } from '../form/OtherPage.tsx';
import { SecondStep } from '../second-factor/SecondStep.tsx';
import { SocialAsk } from '../social/SocialAsk.tsx';
import { SocialButtons } from '../social/SocialButtons.tsx';

const passkeySignIn = lazyPart(() => import('./PasskeySignIn.tsx'));

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

interface Fields {
  readonly email: string;
  readonly password: string;
  readonly remember: boolean;
}

/** Errors after which the code can be entered again. */
const staysInStep = new Set(['second-factor-needed', 'throttled', 'unavailable', 'superseded']);

/** Signs in with email and password, with a social account, or with a passkey. */
export function SignInForm(props: SignInFormProps): ReactNode {
  const { onSignedIn, notice, signUpHref = '/signup', forgotPasswordHref = '/forget-password' } = props;
  const { termsHref, privacyHref, link: Link = PlainLink } = props;
  const text = useTexts();
  const signIn = useSignIn();
  const { state, retryIn, submit } = signIn;
  const [isCodeNeeded, setCodeNeeded] = useState(false);
  const social = useSocialSignIn();
  const captcha = useCaptcha();
  usePushOnLoad();
  const [fields, setFields] = useState<Fields>({ email: '', password: '', remember: true });
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  // Most visitors have no passkey: if the code fails to load, the form is as without passkeys, and its next use tries again.
  const [arePasskeysWanted, setPasskeysWanted] = useState(true);
  const passkeys = useLazyPart(passkeySignIn, arePasskeysWanted, () => setPasskeysWanted(false));
  const busy = state.status === 'submitting';
  const error =
    state.status === 'failed' && state.error.code !== 'second-factor-needed'
      ? signInErrorText(text, state.error)
      : null;
  const set = (part: Partial<Fields>): void => setFields((now) => ({ ...now, ...part }));

  const onSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const solution = captcha.solution();
    const result = await submit({ type: 'manual', ...fields, ...(solution ? { captcha: solution } : {}) });
    if (result.ok) {
      onSignedIn?.(result.value);
      return;
    }
    if (result.error.code === 'second-factor-needed') setCodeNeeded(true);
    const { place } = signInErrorText(text, result.error);
    if (place === 'email') email.current?.focus();
    if (place === 'password') password.current?.focus();
    // A submitted solution cannot be used again; one that was not sent is kept.
    if (solution !== null && place !== 'email' && place !== 'password') captcha.reset();
  };

  if (isCodeNeeded) {
    const onBack = (): void => setCodeNeeded(false);
    return <CodeStep signIn={signIn} fields={fields} onSignedIn={onSignedIn} onBack={onBack} />;
  }
  if (social.state.status === 'asking') return <SocialAsk social={social} onSignedIn={onSignedIn} />;
  return (
    <form
      className="ob-account-form"
      data-part="sign-in"
      noValidate
      onFocus={() => setPasskeysWanted(true)}
      onSubmit={(event) => void onSubmit(event)}
    >
      {wrapText(notice)}
      <TextField
        ref={email}
        label={text('accounts.email')}
        name="username"
        type="email"
        autoComplete="username webauthn"
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
      <RetryCountdown seconds={retryIn} />
      <Button type="submit" variant="primary" size="large" wide busy={busy} disabled={busy || retryIn > 0}>
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
      <OtherPage lead="accounts.noAccountYet" href={signUpHref} label="accounts.signUp" link={Link} />
      {passkeys === null ? null : (
        <passkeys.PasskeySignIn remember={fields.remember} onSignedIn={(user) => onSignedIn?.(user)} />
      )}
    </form>
  );
}

/** Repeats the sign-in with the code. After an error that is not about the code, the form is shown with it. */
function CodeStep({
  signIn: { state, retryIn, submit },
  fields,
  onSignedIn,
  onBack,
}: {
  readonly signIn: ReturnType<typeof useSignIn>;
  readonly fields: Fields;
  readonly onSignedIn: SignInFormProps['onSignedIn'];
  readonly onBack: () => void;
}): ReactNode {
  const text = useTexts();
  const [error, setError] = useState<string | null>(null);
  const busy = state.status === 'submitting';
  const onCode = async (code: string): Promise<void> => {
    const result = await submit({ type: 'manual', ...fields, code });
    if (result.ok) onSignedIn?.(result.value);
    else if (staysInStep.has(result.error.code)) setError(signInErrorText(text, result.error).text);
    else onBack();
  };
  return (
    <SecondStep
      onCode={(code) => void onCode(code)}
      onBack={onBack}
      backLabel={text('accounts.otherWay')}
      error={busy ? null : error}
      busy={busy}
      retryIn={retryIn}
    />
  );
}
