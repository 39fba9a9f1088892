import { useSession } from '@openbell/react-hooks';
import { useEffect } from 'react';

/** The members' frame with the code of their features; one chunk, asked for once. */
export const loadMembers = () => import('./ShellLayout.tsx');

/** Fetches it before it is needed. When that fails, the page that does need it says so. */
export function preloadMembers(): void {
  void loadMembers().catch(() => undefined);
}

/** On a public page: whoever is signed in will want the members' pages. */
export function usePreloadForMembers(): void {
  const { state } = useSession();
  const isMember = state.status === 'signed-in';
  useEffect(() => {
    if (isMember) preloadMembers();
  }, [isMember]);
}
