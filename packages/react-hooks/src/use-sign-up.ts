'use client';

import { useStore } from '@nanostores/react';
import type { SignUp, SignUpState } from '@openbell/core/sign-up';
import { useEffect } from 'react';
import { useFeature } from './openbell-provider.tsx';

/** The sign-up form as a component reads it. */
export interface SignUpBinding extends Pick<SignUp, 'submit'> {
  readonly state: SignUpState;
}

/** The sign-up form; idle again when the component goes. */
export function useSignUp(instance?: SignUp): SignUpBinding {
  const signUp = useFeature(instance, (openbell) => openbell.signUp);
  const state = useStore(signUp.$state);
  useEffect(() => signUp.reset, [signUp]);
  return { state, submit: signUp.submit };
}
