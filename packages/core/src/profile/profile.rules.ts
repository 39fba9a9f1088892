import type { SessionState } from '../session/index.ts';
import type { ProfileState } from './profile.types.ts';

/** Derives the profile from the session. A cached user is not shown as the profile. */
export function readProfile(state: SessionState): ProfileState {
  if (state.status === 'unknown') return { status: 'loading' };
  if (state.status === 'signed-out') return { status: 'absent' };
  if (state.profile === 'loaded' && state.user !== null) {
    const { user, subscriptions, isSubscribed } = state;
    return { status: 'ready', user, subscriptions, isSubscribed };
  }
  return { status: state.profile === 'loading' ? 'loading' : 'failed' };
}
