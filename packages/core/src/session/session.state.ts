// Transitions of the session's state. `now` is the server's time in milliseconds since the epoch.
import type { Subscription, User } from '../contract/index.ts';
import { isSubscribed } from '../entitlement/index.ts';
import { isJsonEqual } from '../shared/equality.ts';
import type { ProfileStatus, SessionSignedIn } from './session.types.ts';

export const NO_SUBSCRIPTIONS: readonly Subscription[] = [];

/** The state after a sign-in; `user` is cached, or null. */
export function enteredState(epoch: number, user: User | null): SessionSignedIn {
  const subscriptions = NO_SUBSCRIPTIONS;
  return { status: 'signed-in', epoch, user, subscriptions, profile: 'loading', isSubscribed: false };
}

/** A profile that has loaded stays `loaded`. */
export function withProfileStatus(state: SessionSignedIn, profile: ProfileStatus): SessionSignedIn {
  return isLoaded(state) ? state : { ...state, profile };
}

/** Equal values keep their references, so that nothing renders again. */
export function withProfile(
  state: SessionSignedIn,
  loaded: { readonly user: User; readonly subscriptions: readonly Subscription[] },
  now: number,
): SessionSignedIn {
  const user = reuse(state.user, loaded.user);
  const subscriptions = reuse(state.subscriptions, loaded.subscriptions);
  return { ...state, user, subscriptions, profile: 'loaded', isSubscribed: isSubscribed(user, now) };
}

export function withUser(state: SessionSignedIn, user: User | null, now: number): SessionSignedIn {
  return { ...state, user, isSubscribed: isLoaded(state) && isSubscribed(user, now) };
}

function isLoaded({ profile }: SessionSignedIn): boolean {
  return profile === 'loaded';
}

function reuse<T>(old: T | null, next: T): T {
  return old !== null && isJsonEqual(old, next) ? old : next;
}
