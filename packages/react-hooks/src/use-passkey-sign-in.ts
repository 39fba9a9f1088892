'use client';

import { useStore } from '@nanostores/react';
import type { User } from '@openbell/core/contract';
import {
  createPasskeySignIn,
  type PasskeySignIn,
  type PasskeySignInInput,
  type PasskeySignInState,
} from '@openbell/core/passkeys';
import { useEffect, useMemo, useRef } from 'react';
import { useOpenbell } from './openbell-provider.tsx';

/** The result of {@link usePasskeySignIn}. */
export interface PasskeySignInBinding extends Pick<PasskeySignIn, 'signIn'> {
  readonly state: PasskeySignInState;
}

/**
 * Returns the sign-in with a passkey. While the component is mounted, the browser offers passkeys among the suggestions of a
 * field with `autocomplete="username webauthn"`; `onSignedIn` is called after one of them was used.
 */
export function usePasskeySignIn(
  autofill: { readonly input: PasskeySignInInput; readonly onSignedIn: (user: User) => void },
  instance?: PasskeySignIn,
): PasskeySignInBinding {
  const { api, session } = useOpenbell();
  const passkeys = useMemo(() => instance ?? createPasskeySignIn({ api, session }), [instance, api, session]);
  const state = useStore(passkeys.$state);
  // The member may choose a passkey much later: read the input of that moment.
  const latest = useRef(autofill);
  useEffect(() => {
    latest.current = autofill;
  });
  useEffect(
    () =>
      passkeys.start({
        input: () => latest.current.input,
        onSignedIn: (user) => latest.current.onSignedIn(user),
      }),
    [passkeys],
  );
  return { state, signIn: passkeys.signIn };
}
