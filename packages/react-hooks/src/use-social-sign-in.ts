'use client';

import { useStore } from '@nanostores/react';
import type { SocialSignInFeature, SocialSignInState } from '@openbell/core/social-sign-in';
import { useEffect } from 'react';
import { useFeature } from './openbell-provider.tsx';

/** The social sign-ins as a component reads them. */
export interface SocialSignInBinding
  extends Pick<SocialSignInFeature, 'provider' | 'prepare' | 'signIn' | 'add' | 'prove' | 'mount' | 'reset'> {
  readonly state: SocialSignInState;
}

/** Sign-in with Google and Facebook; idle again when the component goes, and an open window is closed. */
export function useSocialSignIn(instance?: SocialSignInFeature): SocialSignInBinding {
  const feature = useFeature(instance, (openbell) => openbell.socialSignIn);
  const state = useStore(feature.$state);
  useEffect(() => feature.reset, [feature]);
  const { provider, prepare, signIn, add, prove, mount, reset } = feature;
  return { state, provider, prepare, signIn, add, prove, mount, reset };
}
