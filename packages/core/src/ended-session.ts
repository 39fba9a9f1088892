import type { ReadableAtom } from 'nanostores';
import type { Session } from './session/index.ts';
import { createLoadRetries, type LoadRetriesOptions } from './shared/load-retries.ts';

/**
 * Loads the profile when the server has refused a socket: a 401 ends the session, so that an open page of a member who was
 * signed out elsewhere goes to sign-in, and a plan that was ended closes the pages for subscribers. Repeated while the
 * server does not answer.
 *
 * @param socket.$state The socket's state.
 * @param socket.isRefused Whether the state is that of a refused socket.
 * @returns The stop function.
 */
export function endWithSocket<State>(
  session: Pick<Session, '$user' | 'getToken' | 'refreshProfile'>,
  socket: { readonly $state: ReadableAtom<State>; readonly isRefused: (state: State) => boolean },
  ports: LoadRetriesOptions,
): () => void {
  /** Once per token and plan: a changed profile reconnects the socket, which may be refused again. */
  let checked: { readonly token: string | null; readonly end: string | null } | null = null;
  const tokenNow = (): string | null => session.getToken()?.token ?? null;
  const retries = createLoadRetries(() => void check(), ports);

  async function check(): Promise<void> {
    // Not for another session than the refused one.
    if (tokenNow() !== checked?.token) return;
    const result = await session.refreshProfile();
    if (result.ok || (result.error.code !== 'unavailable' && result.error.code !== 'throttled')) return;
    retries.failed({ status: 0, retryAfter: result.error.retryAfter });
  }

  const stopRetries = retries.start();
  const unlisten = socket.$state.listen((state) => {
    const token = tokenNow();
    const end = session.$user.get()?.expired_at ?? null;
    if (!socket.isRefused(state) || (token === checked?.token && end === checked.end)) return;
    checked = { token, end };
    retries.reset();
    void check();
  });
  return () => {
    unlisten();
    stopRetries();
  };
}
