'use client';

import { useStore } from '@nanostores/react';
import type { OtpReset, OtpResetState } from '@openbell/core/otp-reset';
import { useEffect } from 'react';
import { useFeature } from './openbell-provider.tsx';

/** The password reset as a component reads it. */
export interface OtpResetBinding
  extends Pick<OtpReset, 'send' | 'verify' | 'reset' | 'submit' | 'resend' | 'restart'> {
  readonly state: OtpResetState;
  /** Seconds until 'Send Again' may be pressed; 0 when it may. */
  readonly secondsLeft: number;
}

/** The three steps of a password reset; the countdown runs while the component is there. */
export function useOtpReset(instance?: OtpReset): OtpResetBinding {
  const otpReset = useFeature(instance, (openbell) => openbell.otpReset);
  const state = useStore(otpReset.$state);
  const secondsLeft = useStore(otpReset.$secondsLeft);
  useEffect(() => otpReset.start(), [otpReset]);
  const { send, verify, reset, submit, resend, restart } = otpReset;
  return { state, secondsLeft, send, verify, reset, submit, resend, restart };
}
