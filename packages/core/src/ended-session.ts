import type { ReadableAtom } from 'nanostores';
import type { Session } from './session/index.ts';

/**
 * Loads the profile when the server has refused a socket: a 401 ends the session, so that an open page of a member who was
 * signed out elsewhere goes to sign-in.
 *
 * @param $state The socket's state.
 * @param isRefused Whether the state is that of a refused socket.
 * @returns The stop function.
 */
export function endWithSocket<State>(
  session: Pick<Session, 'getToken' | 'refreshProfile'>,
  $state: ReadableAtom<State>,
  isRefused: (state: State) => boolean,
): () => void {
  /** Once per token: a changed profile reconnects the socket, which may be refused again. */
  let checked: string | null = null;
  return $state.listen((state) => {
    const token = session.getToken()?.token ?? null;
    if (!isRefused(state) || token === checked) return;
    checked = token;
    void session.refreshProfile();
  });
}
