'use client';

import { useStore } from '@nanostores/react';
import type { Realtime, RealtimeState } from '@openbell/core/realtime';
import { useFeature } from './openbell-provider.tsx';

export interface RealtimeBinding extends RealtimeState {
  /** Reconnects immediately. */
  readonly retry: () => void;
}

/** Returns the state of the live connection, for 'Offline. Retry'. */
export function useRealtimeState(instance?: Realtime): RealtimeBinding {
  const realtime = useFeature(instance, (openbell) => openbell.realtime);
  return { ...useStore(realtime.$state), retry: realtime.retry };
}
