'use client';

import { useStore } from '@nanostores/react';
import type { SocialSignInFeature, SocialSignInState } from '@openbell/core/social-sign-in';
import { useEffect } from 'react';
import { useFeature } from './openbell-provider.tsx';

/** The result of {@link useSocialSignIn}. */
export interface SocialSignInBinding
  extends Pick<SocialSignInFeature, 'provider' | 'prepare' | 'signIn' | 'add' | 'prove' | 'mount' | 'reset'> {
  readonly state: SocialSignInState;
  /** Seconds until the server accepts another try, after a 429; 0 otherwise. */
  readonly retryIn: number;
}

/**
 * Returns the state and actions of signing in with Google or Facebook. Unmounting resets it and closes the provider's
 * window.
 */
export function useSocialSignIn(instance?: SocialSignInFeature): SocialSignInBinding {
  const feature = useFeature(instance, (openbell) => openbell.socialSignIn);
  const state = useStore(feature.$state);
  const retryIn = useStore(feature.$retryIn);
  useEffect(() => feature.reset, [feature]);
  const { provider, prepare, signIn, add, prove, mount, reset } = feature;
  return { state, retryIn, provider, prepare, signIn, add, prove, mount, reset };
}
