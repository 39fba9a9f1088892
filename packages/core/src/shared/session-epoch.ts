import { atom, computed, type ReadableAtom } from 'nanostores';

type SessionState =
  | { readonly status: 'unknown' | 'signed-out' }
  | { readonly status: 'signed-in'; readonly epoch: number };

/** The epoch of the session; null when nobody is signed in. */
export function epochOf(state: SessionState): number | null {
  return state.status === 'signed-in' ? state.epoch : null;
}

/** Returns a function that tells whether the session is still the one of this call. */
export function watchSession(session: { readonly $state: { get(): SessionState } }): () => boolean {
  const before = epochOf(session.$state.get());
  return () => epochOf(session.$state.get()) === before;
}

/** A store of the session's epoch, which is `empty` in another one, and its setter. */
export function createOwned<T, State extends SessionState>(
  { $state }: { readonly $state: ReadableAtom<State> },
  empty: T,
): [$shown: ReadableAtom<T>, put: (epoch: number | null, state: T) => void] {
  const $own = atom<{ readonly epoch: number | null; readonly state: T }>({ epoch: null, state: empty });
  const $shown = computed([$own, $state], (own, now) => (own.epoch === epochOf(now) ? own.state : empty));
  return [$shown, (epoch, state) => $own.set({ epoch, state })];
}
