'use client';

import { useStore } from '@nanostores/react';
import type { Devices, DevicesState } from '@openbell/core/devices';
import { useEffect } from 'react';
import { useFeature } from './openbell-provider.tsx';

/** The result of {@link useDevices}. */
export interface DevicesBinding extends Pick<Devices, 'load' | 'end' | 'endOthers'> {
  readonly state: DevicesState;
}

/** Returns the devices where the member is signed in. Loaded when the first component mounts. */
export function useDevices(instance?: Devices): DevicesBinding {
  const devices = useFeature(instance, (openbell) => openbell.devices);
  const state = useStore(devices.$state);
  const { load, end, endOthers } = devices;
  useEffect(() => void load(), [load]);
  return { state, load, end, endOthers };
}
