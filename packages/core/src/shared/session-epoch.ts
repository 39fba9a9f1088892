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
