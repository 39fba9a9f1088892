// The session's state machine.
import type { Subscription, User } from '../contract/index.ts';
import { isSubscribed } from '../entitlement/index.ts';
import { isJsonEqual } from '../shared/equality.ts';
import type { ProfileStatus, SessionSignedOut, SessionState } from './session.types.ts';

/** `now` is the server's time in milliseconds since the epoch. */
export type SessionEvent =
  | { readonly type: 'signed-in'; readonly epoch: number; readonly user: User | null }
  | { readonly type: 'signed-out'; readonly reason: SessionSignedOut['reason'] }
  | { readonly type: 'profile'; readonly profile: Exclude<ProfileStatus, 'loaded'> }
  | {
      readonly type: 'profile-loaded';
      readonly user: User;
      readonly subscriptions: readonly Subscription[];
      readonly now: number;
    }
  | { readonly type: 'user-replaced'; readonly user: User; readonly now: number }
  | { readonly type: 'time'; readonly now: number };

export const NO_SUBSCRIPTIONS: readonly Subscription[] = [];

/** Returns the state after an event; the same reference when nothing changes. */
export function reduce(state: SessionState, event: SessionEvent): SessionState {
  const next = transition(state, event);
  return isJsonEqual(state, next) ? state : next;
}

function transition(state: SessionState, event: SessionEvent): SessionState {
  if (event.type === 'signed-in') {
    const { epoch, user } = event;
    const subscriptions = NO_SUBSCRIPTIONS;
    return { status: 'signed-in', epoch, user, subscriptions, profile: 'loading', isSubscribed: false };
  }
  if (event.type === 'signed-out') return { status: 'signed-out', reason: event.reason };
  if (state.status !== 'signed-in') return state;
  const isLoaded = state.profile === 'loaded';
  switch (event.type) {
    case 'profile':
      return isLoaded ? state : { ...state, profile: event.profile };
    case 'profile-loaded': {
      // Equal values keep their references, so that nothing renders again.
      const user = reuse(state.user, event.user);
      const subscriptions = reuse(state.subscriptions, event.subscriptions);
      return {
        ...state,
        user,
        subscriptions,
        profile: 'loaded',
        isSubscribed: isSubscribed(user, event.now),
      };
    }
    case 'user-replaced':
      return { ...state, user: event.user, isSubscribed: isLoaded && isSubscribed(event.user, event.now) };
    case 'time':
      return isLoaded ? { ...state, isSubscribed: isSubscribed(state.user, event.now) } : state;
  }
}

function reuse<T>(old: T | null, next: T): T {
  return old !== null && isJsonEqual(old, next) ? old : next;
}
