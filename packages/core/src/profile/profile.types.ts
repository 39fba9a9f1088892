import type { ReadableAtom } from 'nanostores';
import type { Subscription, User } from '../contract/index.ts';
import type { Session } from '../session/index.ts';

/**
 * What the profile page shows.
 *
 * - `loading`: nothing that may be shown yet. `failed`: it did not come, or not within 8 s; trying again is offered.
 * - `ready`: the member and all subscriptions, as the server has them.
 * - `absent`: nobody is signed in.
 */
export type ProfileState =
  // One each: a page that returns for them one after the other is left with the member.
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

/** The member's own page. The session holds the data; this reads it. */
export interface Profile {
  readonly $state: ReadableAtom<ProfileState>;
  /** Loads the profile again. */
  readonly refresh: Session['refreshProfile'];
}
