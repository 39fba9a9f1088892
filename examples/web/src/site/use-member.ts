import { useSession } from '@openbell/react-hooks';
import { useCallback } from 'react';
import { useGo } from './place.tsx';

/** Ends the session and goes to `target`: '/' for the bar's and the shell's Logout. */
export function useLogout(target: string): () => void {
  const { signOut } = useSession();
  const go = useGo();
  return useCallback(() => {
    void signOut();
    go(target);
  }, [signOut, go, target]);
}
