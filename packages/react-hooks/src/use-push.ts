'use client';

import { useStore } from '@nanostores/react';
import type { Push, PushState } from '@openbell/core/push';
import { useEffect } from 'react';
import { useFeature } from './openbell-provider.tsx';

/** Push messages on this device as a component reads them. */
export interface PushBinding extends Pick<Push, 'enable'> {
  readonly state: PushState;
}

/** Push messages on this device. Starting is the host's part (`openbell.start()`). */
export function usePush(instance?: Push): PushBinding {
  const push = useFeature(instance, (openbell) => openbell.push);
  return { state: useStore(push.$state), enable: push.enable };
}

/** For the sign-in and profile pages, whose loading asks for permission where the host wants it so. */
export function usePushOnLoad(instance?: Push): void {
  const push = useFeature(instance, (openbell) => openbell.push);
  useEffect(() => push.pageLoaded(), [push]);
}
