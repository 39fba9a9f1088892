'use client';

import { gainsAccess } from '@openbell/core/session';
import { useEffect } from 'react';
import { useSessionAbove } from './openbell-provider.tsx';

/**
 * Calls `load` on mount, when `load` changes, and when the user signs in or subscribes, because requests rejected for a
 * visitor may succeed for a member.
 */
export function useLoad(load: () => void): void {
  const session = useSessionAbove();
  useEffect(load, [load]);
  useEffect(() => {
    if (session === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = session.$state.listen((after, before) => {
      if (!gainsAccess(before, after)) return;
      clearTimeout(timer);
      // The session cancels a visitor's requests until the end of this tick.
      timer = setTimeout(load);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [load, session]);
}
