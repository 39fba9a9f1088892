import { useEffect, useState } from 'react';
import { useAppHistory } from './AppRouter.tsx';

/**
 * Asks before a navigation inside the app, also by the browser's Back and Forward.
 *
 * @param isBlocking Evaluated on navigation. Must be memoized.
 */
export function useLeaveQuestion(isBlocking: () => boolean): {
  /** Whether a navigation waits for an answer. */
  readonly isAsking: boolean;
  readonly leave: () => void;
  readonly stay: () => void;
} {
  const history = useAppHistory();
  const [pending, setPending] = useState<{ readonly proceed: () => void } | null>(null);
  useEffect(
    () => history?.block({ isBlocking, onBlocked: (proceed) => setPending({ proceed }) }),
    [history, isBlocking],
  );
  return {
    isAsking: pending !== null,
    leave() {
      setPending(null);
      pending?.proceed();
    },
    stay: () => setPending(null),
  };
}
