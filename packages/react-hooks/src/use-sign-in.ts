'use client';

import { useStore } from '@nanostores/react';
import type { SignIn, SignInState } from '@openbell/core/session';
import { useEffect } from 'react';
import { useFeature } from './openbell-provider.tsx';

/** The result of {@link useSignIn}. */
export interface SignInBinding extends Pick<SignIn, 'submit'> {
  readonly state: SignInState;
  /** Seconds until the server accepts another try, after a 429; 0 otherwise. */
  readonly retryIn: number;
}

/** Returns the sign-in form's state and submit function. Resets on unmount. */
export function useSignIn(instance?: SignIn): SignInBinding {
  const signIn = useFeature(instance, (openbell) => openbell.signIn);
  const state = useStore(signIn.$state);
  const retryIn = useStore(signIn.$retryIn);
  useEffect(() => signIn.reset, [signIn]);
  return { state, retryIn, submit: signIn.submit };
}
