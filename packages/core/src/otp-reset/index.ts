/** Password recovery by a one-time code: send, verify, reset. */
export { createOtpReset } from './create-otp-reset.ts';
export {
  INITIAL_OTP_RESET,
  type OtpResetEvent,
  type OtpResetOutcome,
  reduce,
  whyBlocked,
} from './otp-reset.rules.ts';
export type {
  NewPassword,
  OtpReset,
  OtpResetAction,
  OtpResetError,
  OtpResetOptions,
  OtpResetRequest,
  OtpResetState,
  OtpResetStep,
} from './otp-reset.types.ts';
