/** The member's own page. */
export { createProfile } from './create-profile.ts';
export { readProfile } from './profile.rules.ts';
export type { Profile, ProfileOptions, ProfileState } from './profile.types.ts';
