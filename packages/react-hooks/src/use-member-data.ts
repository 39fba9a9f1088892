'use client';

import { useStore } from '@nanostores/react';
import type { MemberData, MemberDataState } from '@openbell/core/profile';
import { useEffect } from 'react';
import { useFeature } from './openbell-provider.tsx';

/** The result of {@link useMemberData}. */
export interface MemberDataBinding extends Pick<MemberData, 'load' | 'request'> {
  readonly state: MemberDataState;
}

/** Returns the state of 'Download my data'. Loaded when the first component mounts. */
export function useMemberData(instance?: MemberData): MemberDataBinding {
  const data = useFeature(instance, (openbell) => openbell.memberData);
  const state = useStore(data.$state);
  const { load, request } = data;
  useEffect(() => void load(), [load]);
  return { state, load, request };
}
