'use client';

import type { User } from '@openbell/core/contract';
import type { CaptchaBinding, SocialSignInBinding } from '@openbell/react-hooks';
import { type ReactNode, useEffect, useRef } from 'react';
import { Badge, type LinkComponent, RetryCountdown, useTexts } from '../../primitives/index.ts';
import { Agreement } from '../form/Agreement.tsx';
import { socialErrorText } from '../form/error-texts.ts';
import { FormMessage } from '../form/FormMessage.tsx';
import { ProviderButton } from './ProviderButton.tsx';
import { offeredProviders } from './provider-marks.tsx';
import { WindowButton } from './WindowButton.tsx';

export interface SocialButtonsProps {
  /** From `useSocialSignIn()`. While its state is `asking`, show a `SocialAsk` in place of the form. */
  social: SocialSignInBinding;
  /** The form's captcha. The provider's window opens only after it is solved. */
  captcha: CaptchaBinding;
  /** Whether the session outlives the tab. */
  remember: boolean;
  onSignedIn?: ((user: User) => void) | undefined;
  termsHref?: string | undefined;
  privacyHref?: string | undefined;
  /** Link component for links inside the site. */
  link?: LinkComponent | undefined;
}

const labels = {
  google: 'accounts.continueWithGoogle',
  facebook: 'accounts.continueWithFacebook',
} as const;
/** Errors raised before the request was sent: the captcha's solution is still valid. */
const unsent = new Set([
  'captcha-missing',
  'busy',
  'superseded',
  'cancelled',
  'popup-blocked',
  'script-failed',
  'provider-failed',
  'social-incomplete',
]);

/** The sign-in buttons of the configured providers; renders nothing when there are none. */
export function SocialButtons(props: SocialButtonsProps): ReactNode {
  const { social, captcha, remember, onSignedIn } = props;
  const text = useTexts();
  const { state } = social;
  const offered = offeredProviders(social);

  const solution = captcha.solution();
  const ready = !captcha.required || solution !== null;
  const input = { remember, ...(solution === null ? {} : { captcha: solution }) };
  const onResult = (result: Awaited<ReturnType<SocialSignInBinding['signIn']>>): void => {
    if (result.ok) onSignedIn?.(result.value);
    else if (!unsent.has(result.error.code)) captcha.reset();
  };
  // The provider calls back later: read the input of that moment, not of the last render.
  const latest = useRef({ input, onResult });
  useEffect(() => {
    latest.current = { input, onResult };
  });
  const [first] = offered;
  if (first === undefined) return null;
  const agree =
    offered.length === 1
      ? text('accounts.socialAgreeOne', { provider: text(`accounts.${first.type}`) })
      : text('accounts.socialAgree');

  const busy = state.status === 'submitting' ? state.type : null;
  const done = state.status === 'failed' && state.error.code === 'captcha-missing' && ready;
  const error = state.status === 'failed' && !done ? socialErrorText(text, state.type, state.error) : null;

  return (
    <div className="ob-social" data-part="social">
      <p className="ob-social-or">
        <span>{text('accounts.or')}</span>
        {offered.some(({ sandbox }) => sandbox) ? <Badge>{text('accounts.sandbox')}</Badge> : null}
      </p>
      {offered.map(({ type, mark, kind }) => {
        const press = () => void social.signIn(type, input).then(onResult);
        const parts = { label: text(labels[type]), mark, busy: busy === type, ready };
        return kind === 'window' ? (
          <WindowButton key={type} {...parts} onPress={press} type={type} prepare={social.prepare} />
        ) : (
          <ProviderButton
            key={type}
            {...parts}
            onUnready={press}
            mount={(host, look) =>
              social.mount(type, host, {
                ...look,
                input: () => latest.current.input,
                onResult: (result) => latest.current.onResult(result),
              })
            }
          />
        );
      })}
      {error === null ? null : <FormMessage>{error}</FormMessage>}
      <RetryCountdown seconds={social.retryIn} />
      <p className="ob-social-note">
        <Agreement sentence={agree} links={props} />
      </p>
    </div>
  );
}
