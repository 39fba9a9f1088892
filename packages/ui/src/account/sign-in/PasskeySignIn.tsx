'use client';

import type { User } from '@openbell/core/contract';
import type { PasskeySignIn as PasskeySignInFeature } from '@openbell/core/passkeys';
import { usePasskeySignIn } from '@openbell/react-hooks';
import { Fingerprint } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../primitives/index.ts';
import { FormMessage } from '../form/FormMessage.tsx';
import { usePasskeyTexts } from '../second-factor/use-passkey-texts.ts';

export interface PasskeySignInProps {
  /** Whether the session outlives the tab. */
  remember: boolean;
  onSignedIn: (user: User) => void;
  /** An instance of `createPasskeySignIn`; one with the browser's passkeys by default. */
  instance?: PasskeySignInFeature | undefined;
}

/**
 * The button 'Sign in with a passkey'. While it is shown, the browser offers passkeys among the suggestions of the field with
 * `autocomplete="username webauthn"`. Renders nothing when the backend or the browser has no passkeys.
 */
export function PasskeySignIn({ remember, onSignedIn, instance }: PasskeySignInProps): ReactNode {
  const text = usePasskeyTexts();
  const { state, signIn } = usePasskeySignIn({ input: { remember }, onSignedIn }, instance);
  const box = useRef<HTMLDivElement>(null);
  const failure = state.status === 'failed' ? state.error : null;
  useEffect(() => {
    // The failed passkey may have been chosen at the top of the form.
    if (failure !== null) box.current?.scrollIntoView?.({ block: 'nearest' });
  }, [failure]);
  if (state.status === 'idle' || state.status === 'unsupported') return null;

  const onPress = async (): Promise<void> => {
    const result = await signIn({ remember });
    if (result.ok) onSignedIn(result.value);
  };
  return (
    <div ref={box} className="ob-passkey-sign-in" data-part="passkey-sign-in" data-status={state.status}>
      <Button
        size="large"
        wide
        icon={<Fingerprint size={18} aria-hidden="true" />}
        busy={state.status === 'submitting'}
        onClick={() => void onPress()}
      >
        {text('passkeys.signIn')}
      </Button>
      {failure === null ? null : (
        <FormMessage>
          {failure.message || text(failure.code === 'cancelled' ? 'passkeys.cancelled' : 'passkeys.failed')}
        </FormMessage>
      )}
    </div>
  );
}
