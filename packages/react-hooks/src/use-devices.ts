'use client';

import { useStore } from '@nanostores/react';
import type { Devices, DevicesState } from '@openbell/core/devices';
import { useEffect } from 'react';
import { useFeature } from './openbell-provider.tsx';

/** A member's devices as a component reads them. */
export interface DevicesBinding extends Pick<Devices, 'load' | 'end' | 'endOthers'> {
  readonly state: DevicesState;
}

/** The devices on which the member is signed in, loaded when the first component that shows them appears. */
export function useDevices(instance?: Devices): DevicesBinding {
  const devices = useFeature(instance, (openbell) => openbell.devices);
  const state = useStore(devices.$state);
  const { load, end, endOthers } = devices;
  useEffect(() => void load(), [load]);
  return { state, load, end, endOthers };
}
