'use client';

import { useStore } from '@nanostores/react';
import type { OtpReset, OtpResetState } from '@openbell/core/otp-reset';
import { useEffect } from 'react';
import { useFeature } from './openbell-provider.tsx';

/** The result of {@link useOtpReset}. */
export interface OtpResetBinding
  extends Pick<OtpReset, 'send' | 'verify' | 'reset' | 'submit' | 'resend' | 'restart'> {
  readonly state: OtpResetState;
  /** Seconds until 'Send Again' is enabled; 0 when it is. */
  readonly secondsLeft: number;
  /** Seconds until the server accepts the next try of the step, after a 429; 0 otherwise. */
  readonly retryIn: number;
}

/** Returns the state and actions of the three-step password reset. The countdown runs while mounted. */
export function useOtpReset(instance?: OtpReset): OtpResetBinding {
  const otpReset = useFeature(instance, (openbell) => openbell.otpReset);
  const state = useStore(otpReset.$state);
  const secondsLeft = useStore(otpReset.$secondsLeft);
  const retryIn = useStore(otpReset.$retryIn);
  useEffect(() => otpReset.start(), [otpReset]);
  const { send, verify, reset, submit, resend, restart } = otpReset;
  return { state, secondsLeft, retryIn, send, verify, reset, submit, resend, restart };
}
