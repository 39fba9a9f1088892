import { useBeforePaint } from '@openbell/react-hooks';
import { useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/**
 * Stores the scroll position of each history entry and restores it on back and forward. The members' pages scroll in
 * the shell's element, whose position browsers do not restore.
 */
export function useScrollRestoration(frameId: string): void {
  const { key } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const positions = useRef(new Map<string, number>());

  // Before paint: the scroll event of a shorter next page would overwrite the position of this one.
  useBeforePaint(() => {
    const frame = document.getElementById(frameId);
    if (frame === null) return undefined;
    const stored = positions.current;
    if (isReturn) frame.scrollTop = stored.get(key) ?? 0;
    const onScroll = (): void => void stored.set(key, frame.scrollTop);
    frame.addEventListener('scroll', onScroll, { passive: true });
    return () => frame.removeEventListener('scroll', onScroll);
  }, [frameId, key, isReturn]);
}
