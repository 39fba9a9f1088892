import { computed } from 'nanostores';
import { readProfile } from './profile.rules.ts';
import type { Profile, ProfileOptions } from './profile.types.ts';

/** Makes the profile page's state over a session. */
export function createProfile({ session }: ProfileOptions): Profile {
  return { $state: computed(session.$state, readProfile), refresh: session.refreshProfile };
}
