import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/**
 * Stores the scroll position of each history entry and restores it on back and forward. The members' pages scroll in
 * the shell's element, whose position browsers do not restore.
 */
export function useScrollRestoration(frameId: string): void {
  const { key } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const places = useRef(new Map<string, number>());

  useEffect(() => {
    const frame = document.getElementById(frameId);
    if (frame === null) return undefined;
    const kept = places.current;
    if (isReturn) frame.scrollTop = kept.get(key) ?? 0;
    const note = (): void => void kept.set(key, frame.scrollTop);
    frame.addEventListener('scroll', note, { passive: true });
    return () => frame.removeEventListener('scroll', note);
  }, [frameId, key, isReturn]);
}
