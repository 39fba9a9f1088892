'use client';

import { useStore } from '@nanostores/react';
import type { Profile, ProfileState } from '@openbell/core/profile';
import { useFeature } from './openbell-provider.tsx';

/** The result of {@link useProfile}. */
export interface ProfileBinding extends Pick<Profile, 'refresh'> {
  readonly state: ProfileState;
}

/** Returns the member's profile. */
export function useProfile(instance?: Profile): ProfileBinding {
  const profile = useFeature(instance, (openbell) => openbell.profile);
  return { state: useStore(profile.$state), refresh: profile.refresh };
}
