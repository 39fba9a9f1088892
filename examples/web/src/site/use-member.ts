import { useSession } from '@openbell/react-hooks';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';

/** Ends the session and goes to `target`: '/' for the bar's and the shell's Logout (product.md 2). */
export function useLogout(target: string): () => void {
  const { signOut } = useSession();
  const navigate = useNavigate();
  return useCallback(() => {
    void signOut();
    void navigate(target);
  }, [signOut, navigate, target]);
}
