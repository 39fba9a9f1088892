import type { Session } from '../session/index.ts';
import { watchSession } from '../shared/session-epoch.ts';

/**
 * Loads the profile after a change on the server. A first load that is pending may show the state before the change, so
 * the profile is loaded again after it.
 */
export async function refreshProfile(
  session: Pick<Session, '$state' | 'refreshProfile'>,
): ReturnType<Session['refreshProfile']> {
  const state = session.$state.get();
  const isLoading =
    state.status === 'signed-in' && (state.profile === 'loading' || state.profile === 'overdue');
  if (!isLoading) return session.refreshProfile();
  const isSameSession = watchSession(session);
  const loaded = await session.refreshProfile();
  return isSameSession() ? session.refreshProfile() : loaded;
}
