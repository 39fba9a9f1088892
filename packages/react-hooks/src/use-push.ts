'use client';

import { useStore } from '@nanostores/react';
import type { Push, PushState } from '@openbell/core/push';
import { useEffect } from 'react';
import { useFeature } from './openbell-provider.tsx';

/** The result of {@link usePush}. */
export interface PushBinding extends Pick<Push, 'enable'> {
  readonly state: PushState;
}

/** Returns the state of push messages on this device. The host starts the feature with `openbell.start()`. */
export function usePush(instance?: Push): PushBinding {
  const push = useFeature(instance, (openbell) => openbell.push);
  return { state: useStore(push.$state), enable: push.enable };
}

/** Asks for permission when a sign-in or profile page loads, if the host has enabled that. */
export function usePushOnLoad(instance?: Push): void {
  const push = useFeature(instance, (openbell) => openbell.push);
  useEffect(() => push.pageLoaded(), [push]);
}
