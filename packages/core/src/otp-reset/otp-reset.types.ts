import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import type { Clock, KeyValueStorage, Page, Timers } from '../ports/index.ts';
import type { FormInput } from '../shared/form-input.ts';
import type { Result } from '../shared/result.ts';

/** The requests of a password reset. */
export type OtpResetAction = 'send' | 'verify' | 'reset' | 'resend';

/** The new password from the form; the server validates it. */
export interface NewPassword {
  readonly password: string;
  readonly confirm_password: string;
}

/**
 * Why a step failed. Nothing was sent: `email-missing`, `email-invalid`, `otp-incomplete`, `busy` (a request is pending),
 * `waiting` (the countdown is running), `out-of-step` (the request belongs to another step). From the server: `throttled`
 * (wait `retryAfter` seconds), `refused` (see `message`), `unavailable` (no valid response). `superseded`: the form was
 * restarted meanwhile.
 */
export interface OtpResetError {
  readonly code:
    | 'email-missing'
    | 'email-invalid'
    | 'otp-incomplete'
    | 'busy'
    | 'waiting'
    | 'out-of-step'
    | 'throttled'
    | 'refused'
    | 'unavailable'
    | 'superseded';
  readonly action: OtpResetAction;
  /** The server's message; when empty, every step shows 'Failed to send OTP'. */
  readonly message: string;
  /** The fields that the server rejected. */
  readonly fields: readonly string[];
  /** Seconds; null when the server did not send them. */
  readonly retryAfter: number | null;
}

/** The action of a request, with its value. @inline */
export type OtpResetStepRequest =
  | { readonly action: 'send'; readonly email: string }
  | { readonly action: 'verify'; readonly otp: string }
  | { readonly action: 'reset' | 'resend' };

/** A pending request. */
export type OtpResetRequest = OtpResetStepRequest & { readonly id: number };

/** @inline */
interface Requests {
  /** The pending request; at most one. */
  readonly pending: OtpResetRequest | null;
  readonly error: OtpResetError | null;
}

/** @inline */
interface Sent extends Requests {
  /** The address that the code was sent to, trimmed. */
  readonly email: string;
  /** When the newest code was sent, in milliseconds since the epoch. */
  readonly sentAt: number;
  /** When 'Send Again' is enabled, in milliseconds since the epoch. */
  readonly resendAt: number;
}

/** Send OTP, Verify OTP, Reset Password, then done. */
export type OtpResetState =
  | (Requests & { readonly step: 'email' })
  | (Sent & { readonly step: 'verify' })
  /** `otp` is the verified code; `resetToken` is the server's token for it, or null. */
  | (Sent & { readonly step: 'reset'; readonly otp: string; readonly resetToken: string | null })
  /** `message` is the server's; when empty, 'Password reset successfully' is shown. */
  | { readonly step: 'done'; readonly message: string; readonly pending: null; readonly error: null };

export type OtpResetStep = OtpResetState['step'];

export interface OtpResetOptions {
  readonly api: Pick<ApiClient, 'request'>;
  /** Stores the address and the countdown, never a code or a password; `sessionStorage` by default. */
  readonly storage?: KeyValueStorage;
  /** Prefix of the key; `openbell:` by default. */
  readonly keyPrefix?: string;
  readonly clock?: Clock;
  readonly scheduler?: Timers;
  readonly page?: Page;
  /** Seconds until 'Send Again' when the server does not send them; 60 by default. */
  readonly resendAfter?: number;
}

export interface OtpReset {
  readonly $state: ReadableAtom<OtpResetState>;
  /** Seconds until 'Send Again' is enabled; counts down while started. */
  readonly $secondsLeft: ReadableAtom<number>;
  /** Seconds until the server accepts another attempt after a 429 with a wait; 0 otherwise. */
  readonly $retryIn: ReadableAtom<number>;
  /** Step 1: requests a code. */
  send(email: string): Promise<Result<null, OtpResetError>>;
  /** Step 2: verifies the six-digit code. */
  verify(otp: string): Promise<Result<null, OtpResetError>>;
  /** Step 3: sets the new password. Resolves with the server's message, or empty. */
  reset(fields: NewPassword): Promise<Result<string, OtpResetError>>;
  /**
   * Submits the current step (`send`, `verify` or `reset`) from the form fields `email`, `otp`, `password` and
   * `confirm_password`.
   */
  submit(form: FormInput): Promise<Result<string | null, OtpResetError>>;
  /** 'Send Again': requests a new code and returns to step 2. */
  resend(): Promise<Result<null, OtpResetError>>;
  /**
   * Returns to step 1, for another address, and discards pending results. For the same address the server sends no new
   * code until the countdown has ended (`throttled`).
   */
  restart(): void;
  /** Restores the state after a reload, and counts down. Reference-counted. */
  start(): () => void;
  destroy(): void;
}
