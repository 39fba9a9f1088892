'use client';

import { useStore } from '@nanostores/react';
import type { FirstStepState, FirstSteps } from '@openbell/core/profile';
import { useFeature } from './openbell-provider.tsx';

/** The result of {@link useFirstSteps}. */
export interface FirstStepsBinding extends Pick<FirstSteps, 'markDone'> {
  readonly steps: readonly FirstStepState[];
}

/** Returns the next steps of a new member; none for others. */
export function useFirstSteps(instance?: FirstSteps): FirstStepsBinding {
  const firstSteps = useFeature(instance, (openbell) => openbell.firstSteps);
  return { steps: useStore(firstSteps.$steps), markDone: firstSteps.markDone };
}
