'use client';

import { useStore } from '@nanostores/react';
import type { Subscription, User } from '@openbell/core/contract';
import {
  type GuardNeed,
  type GuardView,
  guardView,
  type Session,
  type SessionState,
} from '@openbell/core/session';
import { useFeature } from './openbell-provider.tsx';

/** The session as a component reads it. */
export interface SessionBinding extends Pick<Session, 'signOut' | 'refreshProfile'> {
  readonly state: SessionState;
  /** The member, cached or loaded; a cached one may paint, never decide. */
  readonly user: User | null;
  readonly subscriptions: readonly Subscription[];
  readonly isSubscribed: boolean;
}

/** Who is signed in. Starting the session is the host's part (`openbell.start()`). */
export function useSession(instance?: Session): SessionBinding {
  const session = useFeature(instance, (openbell) => openbell.session);
  const state = useStore(session.$state);
  const user = useStore(session.$user);
  const subscriptions = useStore(session.$subscriptions);
  const isSubscribed = useStore(session.$isSubscribed);
  const { signOut, refreshProfile } = session;
  return { state, user, subscriptions, isSubscribed, signOut, refreshProfile };
}

/** What a guarded route shows, and a way to try again. */
export interface GuardBinding {
  readonly view: GuardView;
  readonly retry: () => void;
}

/** The three-valued guard of a route. */
export function useGuard(need: GuardNeed, instance?: Session): GuardBinding {
  const session = useFeature(instance, (openbell) => openbell.session);
  const state = useStore(session.$state);
  return { view: guardView(state, need), retry: session.refreshProfile };
}
