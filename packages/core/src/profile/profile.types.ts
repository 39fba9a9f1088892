import type { ReadableAtom } from 'nanostores';
import type { Subscription, User } from '../contract/index.ts';
import type { Session } from '../session/index.ts';

/**
 * The state of the profile page.
 *
 * - `loading`: not loaded yet. `failed`: not loaded, or not within 8 s; the page offers a retry.
 * - `ready`: the user and all subscriptions from the server.
 * - `absent`: signed out.
 */
export type ProfileState =
  // Separate members, so that a page that returns early for each is left with the last one.
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | { readonly status: 'absent' }
  | {
      readonly status: 'ready';
      readonly user: User;
      readonly subscriptions: readonly Subscription[];
      readonly isSubscribed: boolean;
    };

export interface ProfileOptions {
  readonly session: Pick<Session, '$state' | 'refreshProfile'>;
}

/** The profile page. It reads the session's data. */
export interface Profile {
  readonly $state: ReadableAtom<ProfileState>;
  /** Reloads the profile. */
  readonly refresh: Session['refreshProfile'];
}
