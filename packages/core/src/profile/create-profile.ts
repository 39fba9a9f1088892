import { computed } from 'nanostores';
import { readProfile } from './profile.rules.ts';
import type { Profile, ProfileOptions } from './profile.types.ts';

/** Creates the state of the profile page. */
export function createProfile({ session }: ProfileOptions): Profile {
  return { $state: computed(session.$state, readProfile), refresh: session.refreshProfile };
}
