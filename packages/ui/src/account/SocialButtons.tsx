'use client';

import type { User } from '@openbell/core/contract';
import type { SocialType } from '@openbell/core/social-sign-in';
import { type CaptchaBinding, type SocialSignInBinding, useSocialSignIn } from '@openbell/react-hooks';
import { type ReactNode, useEffect } from 'react';
import { Badge, Button, type LinkComponent, PlainLink, textParts, useTexts } from '../primitives/index.ts';
import { socialErrorText } from './error-texts.ts';
import { FormMessage } from './FormMessage.tsx';
import { ProviderButton } from './ProviderButton.tsx';
import { FacebookMark, GoogleMark } from './provider-marks.tsx';

/** Props of {@link SocialButtons}. */
export interface SocialButtonsProps {
  /** The form's challenge: nothing opens before it is solved (product.md 5). */
  captcha: CaptchaBinding;
  /** Whether the session outlives the tab. */
  remember: boolean;
  onSignedIn?: ((user: User) => void) | undefined;
  termsHref?: string | undefined;
  privacyHref?: string | undefined;
  /** How links inside the site are drawn. */
  link?: LinkComponent | undefined;
}

const buttons = [
  { type: 'google', label: 'accounts.continueWithGoogle', Mark: GoogleMark },
  { type: 'facebook', label: 'accounts.continueWithFacebook', Mark: FacebookMark },
] as const;
/** Failures before anything was sent: the solved challenge is still good. */
const unsent = new Set([
  'captcha-missing',
  'superseded',
  'cancelled',
  'popup-blocked',
  'script-failed',
  'provider-failed',
  'social-incomplete',
]);

/** The buttons of the social sign-ins that the site has (product.md 2); nothing where it has none. */
export function SocialButtons(props: SocialButtonsProps): ReactNode {
  const { captcha, remember, onSignedIn } = props;
  const { termsHref = '/terms', privacyHref = '/privacy-policy', link: Link = PlainLink } = props;
  const text = useTexts();
  const social = useSocialSignIn();
  const { state } = social;
  const offered = buttons.flatMap((button) => {
    const provider = social.provider(button.type);
    return provider === null ? [] : [{ ...button, ...provider }];
  });
  if (offered.length === 0) return null;

  const solution = captcha.solution();
  const ready = !captcha.required || solution !== null;
  const input = { remember, ...(solution === null ? {} : { captcha: solution }) };
  const onResult = (result: Awaited<ReturnType<SocialSignInBinding['signIn']>>): void => {
    if (result.ok) onSignedIn?.(result.value);
    else if (!unsent.has(result.error.code)) captcha.reset();
  };
  const busy = state.status === 'submitting' ? state.type : null;
  const done = state.status === 'failed' && state.error.code === 'captcha-missing' && ready;
  const error = state.status === 'failed' && !done ? socialErrorText(text, state.type, state.error) : null;

  return (
    <div className="ob-social" data-part="social">
      <p className="ob-social-or">
        <span>{text('accounts.or')}</span>
        {offered.some(({ sandbox }) => sandbox) ? <Badge>{text('accounts.sandbox')}</Badge> : null}
      </p>
      {offered.map(({ type, label, Mark, kind }) => {
        const press = () => void social.signIn(type, input).then(onResult);
        const parts = { type, label: text(label), mark: <Mark />, busy: busy === type, press };
        return kind === 'button' ? (
          <ProviderButton
            key={type}
            {...parts}
            social={social}
            ready={ready}
            input={input}
            onResult={onResult}
          />
        ) : (
          <WindowButton key={type} {...parts} prepare={social.prepare} ready={ready} />
        );
      })}
      {error === null ? null : <FormMessage>{error}</FormMessage>}
      <p className="ob-social-note">
        {textParts(text('accounts.socialAgree'), {
          terms: (
            <Link className="ob-link" href={termsHref}>
              {text('accounts.terms')}
            </Link>
          ),
          privacy: (
            <Link className="ob-link" href={privacyHref}>
              {text('accounts.privacyPolicy')}
            </Link>
          ),
        })}
      </p>
    </div>
  );
}

interface WindowButtonProps {
  type: SocialType;
  label: string;
  mark: ReactNode;
  busy: boolean;
  press: () => void;
  prepare: SocialSignInBinding['prepare'];
  ready: boolean;
}

/** Our own button, which opens the provider's window. What the window needs comes when it may be pressed. */
function WindowButton({ type, label, mark, busy, press, prepare, ready }: WindowButtonProps): ReactNode {
  useEffect(() => {
    if (ready) void prepare(type);
  }, [ready, prepare, type]);
  return (
    <Button size="large" wide icon={mark} busy={busy} onClick={press}>
      {label}
    </Button>
  );
}
