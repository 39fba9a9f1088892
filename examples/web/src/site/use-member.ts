import { useSession } from '@openbell/react-hooks';
import { useCallback } from 'react';
import { useGo } from './routing/site-navigation.tsx';

/** Returns a function that ends the session and goes to `target`: '/' for Logout in the bar and the shell. */
export function useLogout(target: string): () => void {
  const { signOut } = useSession();
  const go = useGo();
  return useCallback(() => {
    void signOut();
    go(target);
  }, [signOut, go, target]);
}
