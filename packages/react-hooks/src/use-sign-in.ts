'use client';

import { useStore } from '@nanostores/react';
import type { SignIn, SignInState } from '@openbell/core/session';
import { useEffect } from 'react';
import { useFeature } from './openbell-provider.tsx';

/** The sign-in form as a component reads it. */
export interface SignInBinding extends Pick<SignIn, 'submit'> {
  readonly state: SignInState;
}

/** The sign-in form; idle again when the component goes. */
export function useSignIn(instance?: SignIn): SignInBinding {
  const signIn = useFeature(instance, (openbell) => openbell.signIn);
  const state = useStore(signIn.$state);
  useEffect(() => signIn.reset, [signIn]);
  return { state, submit: signIn.submit };
}
