'use client';

import { gainsAccess } from '@openbell/core/session';
import { useEffect } from 'react';
import { useSessionAbove } from './openbell-provider.tsx';

/**
 * Loads what a component shows: when it appears, when `load` is another, and when somebody signs in or subscribes while it
 * is there, for what a visitor is refused a member may get.
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
      // What was asked for as a visitor ends with their session, which takes until the end of this tick.
      timer = setTimeout(load);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [load, session]);
}
