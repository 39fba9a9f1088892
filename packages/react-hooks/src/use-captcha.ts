'use client';

import { useStore } from '@nanostores/react';
import type { Captcha, CaptchaChallenge, CaptchaState } from '@openbell/core/captcha';
import { useEffect, useMemo } from 'react';
import { useFeature } from './openbell-provider.tsx';

/** The result of {@link useCaptcha}. */
export interface CaptchaBinding extends Pick<CaptchaChallenge, 'solve' | 'mount' | 'solution' | 'reset'> {
  /** Whether the form requires a captcha. */
  readonly required: boolean;
  readonly state: CaptchaState;
}

/** Creates a captcha challenge for one form. It is canceled on unmount. */
export function useCaptcha(instance?: Captcha): CaptchaBinding {
  const captcha = useFeature(instance, (openbell) => openbell.captcha);
  const challenge = useMemo(() => captcha.createChallenge(), [captcha]);
  const state = useStore(challenge.$state);
  useEffect(() => challenge.reset, [challenge]);
  const { solve, mount, solution, reset } = challenge;
  return { required: captcha.required, state, solve, mount, solution, reset };
}
