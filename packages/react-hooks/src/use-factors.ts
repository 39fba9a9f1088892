'use client';

import { useStore } from '@nanostores/react';
import { createFactors, type Factors, type FactorsState } from '@openbell/core/factors';
import { useEffect, useMemo } from 'react';
import { useOpenbell } from './openbell-provider.tsx';

/** The result of {@link useFactors}. */
export interface FactorsBinding
  extends Pick<Factors, 'load' | 'prove' | 'beginApp' | 'confirmApp' | 'removeApp' | 'replaceRecoveryCodes'> {
  readonly state: FactorsState;
}

/**
 * Returns the member's second factors. Loaded when the component mounts, and again when another member signs in. Each
 * component has its own instance, so that pages without it do not load its code.
 */
export function useFactors(): FactorsBinding {
  const { api, session } = useOpenbell();
  const factors = useMemo(() => createFactors({ api, session }), [api, session]);
  const state = useStore(factors.$state);
  const isIdle = state.status === 'idle';
  useEffect(() => {
    if (isIdle) void factors.load();
  }, [factors, isIdle]);
  useEffect(() => factors.destroy, [factors]);
  const { load, prove, beginApp, confirmApp, removeApp, replaceRecoveryCodes } = factors;
  return { state, load, prove, beginApp, confirmApp, removeApp, replaceRecoveryCodes };
}
