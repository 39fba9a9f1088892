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

/** The result of {@link useSession}. */
export interface SessionBinding extends Pick<Session, 'signOut' | 'refreshProfile'> {
  readonly state: SessionState;
  /** The member, cached or loaded. Use a cached one for display only, not for access decisions. */
  readonly user: User | null;
  readonly subscriptions: readonly Subscription[];
  readonly isSubscribed: boolean;
  /** Whether the session ends when the document is left or reloaded, because the browser could store nothing. */
  readonly isInMemory: boolean;
}

/** Returns the session. The host starts it with `openbell.start()`. */
export function useSession(instance?: Session): SessionBinding {
  const session = useFeature(instance, (openbell) => openbell.session);
  const state = useStore(session.$state);
  const user = useStore(session.$user);
  const subscriptions = useStore(session.$subscriptions);
  const isSubscribed = useStore(session.$isSubscribed);
  const isInMemory = useStore(session.$isInMemory);
  const { signOut, refreshProfile } = session;
  return { state, user, subscriptions, isSubscribed, isInMemory, signOut, refreshProfile };
}

/** The result of {@link useGuard}: what a guarded route shows, and a retry function. */
export interface GuardBinding {
  readonly view: GuardView;
  readonly retry: () => void;
}

/** Returns whether the user may open a route: allowed, denied or not known yet. */
export function useGuard(need: GuardNeed, instance?: Session): GuardBinding {
  const session = useFeature(instance, (openbell) => openbell.session);
  const state = useStore(session.$state);
  return { view: guardView(state, need), retry: session.refreshProfile };
}
