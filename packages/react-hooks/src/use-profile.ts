'use client';

import { useStore } from '@nanostores/react';
import type { Profile, ProfileState } from '@openbell/core/profile';
import { useFeature } from './openbell-provider.tsx';

/** The profile as a component reads it. */
export interface ProfileBinding extends Pick<Profile, 'refresh'> {
  readonly state: ProfileState;
}

/** The member's own page. */
export function useProfile(instance?: Profile): ProfileBinding {
  const profile = useFeature(instance, (openbell) => openbell.profile);
  return { state: useStore(profile.$state), refresh: profile.refresh };
}
