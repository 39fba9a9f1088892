import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/**
 * Keeps how far each visited page of the shell was scrolled, and goes there again on the way back and forward. The
 * members' pages scroll in the shell's own frame, which the browser does not remember. (A new page's top is the shell's.)
 */
export function useKeptPlace(frameId: string): void {
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
