'use client';

import { useStore } from '@nanostores/react';
import { createPasskeys, type Passkeys, type PasskeysState } from '@openbell/core/passkeys';
import { useEffect, useMemo } from 'react';
import { useOpenbell } from './openbell-provider.tsx';

/** The result of {@link usePasskeys}. */
export interface PasskeysBinding extends Pick<Passkeys, 'load' | 'add' | 'remove' | 'prove'> {
  readonly state: PasskeysState;
}

/**
 * Returns the member's passkeys. Loaded when the component mounts, and again when another member signs in. Each component has
 * its own instance, so that pages without it do not load its code.
 */
export function usePasskeys(instance?: Passkeys): PasskeysBinding {
  const { api, session } = useOpenbell();
  const passkeys = useMemo(() => instance ?? createPasskeys({ api, session }), [instance, api, session]);
  const state = useStore(passkeys.$state);
  const isIdle = state.status === 'idle';
  useEffect(() => {
    if (isIdle) void passkeys.load();
  }, [passkeys, isIdle]);
  useEffect(() => passkeys.destroy, [passkeys]);
  const { load, add, remove, prove } = passkeys;
  return { state, load, add, remove, prove };
}
