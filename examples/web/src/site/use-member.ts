import { type GuardNeed, type GuardView, guardView, type SessionState } from '@openbell/core/session';
import { useOpenbell } from '@openbell/react-hooks';
import type { ReadableAtom } from 'nanostores';
import { useCallback, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';

/** A store's value; the same on a server and while hydrating, when nothing has been read yet. */
export function useReadable<T>(store: ReadableAtom<T>): T {
  return useSyncExternalStore(store.listen, store.get, store.get);
}

export function useSessionState(): SessionState {
  return useReadable(useOpenbell().session.$state);
}

/** What a guarded frame shows for the present session. */
export function useGuardView(need: GuardNeed): GuardView {
  return guardView(useSessionState(), need);
}

/** Ends the session and goes to `target`: '/' for the bar's and the shell's Logout (product.md 2). */
export function useLogout(target: string): () => void {
  const { session } = useOpenbell();
  const navigate = useNavigate();
  return useCallback(() => {
    void session.signOut();
    void navigate(target);
  }, [session, navigate, target]);
}
