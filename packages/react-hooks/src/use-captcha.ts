'use client';

import { useStore } from '@nanostores/react';
import type { Captcha, CaptchaChallenge, CaptchaState } from '@openbell/core/captcha';
import { useEffect, useMemo } from 'react';
import { useFeature } from './openbell-provider.tsx';

/** One form's captcha as a component reads it. */
export interface CaptchaBinding extends Pick<CaptchaChallenge, 'solve' | 'mount' | 'solution' | 'reset'> {
  /** Whether the form needs one at all. */
  readonly required: boolean;
  readonly state: CaptchaState;
}

/** A challenge of the form's own; taken back when the component goes. */
export function useCaptcha(instance?: Captcha): CaptchaBinding {
  const captcha = useFeature(instance, (openbell) => openbell.captcha);
  const challenge = useMemo(() => captcha.createChallenge(), [captcha]);
  const state = useStore(challenge.$state);
  useEffect(() => challenge.reset, [challenge]);
  const { solve, mount, solution, reset } = challenge;
  return { required: captcha.required, state, solve, mount, solution, reset };
}
