'use client';

import { useStore } from '@nanostores/react';
import type { SignUp, SignUpState } from '@openbell/core/sign-up';
import { useEffect } from 'react';
import { useFeature } from './openbell-provider.tsx';

/** The result of {@link useSignUp}. */
export interface SignUpBinding extends Pick<SignUp, 'submit'> {
  readonly state: SignUpState;
  /** Seconds until the server accepts another try, after a 429; 0 otherwise. */
  readonly retryIn: number;
}

/** Returns the sign-up form's state and submit function. Resets on unmount. */
export function useSignUp(instance?: SignUp): SignUpBinding {
  const signUp = useFeature(instance, (openbell) => openbell.signUp);
  const state = useStore(signUp.$state);
  const retryIn = useStore(signUp.$retryIn);
  useEffect(() => signUp.reset, [signUp]);
  return { state, retryIn, submit: signUp.submit };
}
