import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import type { Clock, KeyValueStorage, Page, Timers } from '../ports/index.ts';
import type { FormInput } from '../shared/form-input.ts';
import type { Result } from '../shared/result.ts';

/** What can be asked of the server: one call each. */
export type OtpResetAction = 'send' | 'verify' | 'reset' | 'resend';

/** The new password as the form has it; the server judges it. */
export interface NewPassword {
  readonly password: string;
  readonly confirm_password: string;
}

/**
 * Why a step was not taken. Nothing was sent: `email-missing`, `email-invalid`, `otp-incomplete`, `busy` (a request is
 * under way), `waiting` (the countdown runs), `out-of-step` (not the step for it). The server's: `throttled` (wait
 * `retryAfter` seconds), `refused` (see `message`), `unavailable` (no usable answer came). `superseded`: the form was
 * begun anew in the meantime.
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
  /** What was asked for. */
  readonly action: OtpResetAction;
  /** The server's own message, or empty: 'Failed to send OTP' is then shown, for every step. */
  readonly message: string;
  /** The fields that the server found fault with. */
  readonly fields: readonly string[];
  /** Seconds, where the server said. */
  readonly retryAfter: number | null;
}

/** The action of a request, with its value. */
export type OtpResetStepRequest =
  | { readonly action: 'send'; readonly email: string }
  | { readonly action: 'verify'; readonly otp: string }
  | { readonly action: 'reset' | 'resend' };

/** A pending request. */
export type OtpResetRequest = OtpResetStepRequest & { readonly id: number };

interface Asking {
  /** At most one request is under way. */
  readonly pending: OtpResetRequest | null;
  readonly error: OtpResetError | null;
}

interface Sent extends Asking {
  /** Where the code went, as it was typed (blanks around it left out). */
  readonly email: string;
  /** When the newest code was asked for, in milliseconds since the epoch. */
  readonly sentAt: number;
  /** When 'Send Again' may be pressed, in milliseconds since the epoch. */
  readonly resendAt: number;
}

/** Send OTP, Verify OTP, Reset Password, then done. */
export type OtpResetState =
  | (Asking & { readonly step: 'email' })
  | (Sent & { readonly step: 'verify' })
  /** `otp` is the code that the server has verified; `resetToken` what it gave for it, null where it gives none. */
  | (Sent & { readonly step: 'reset'; readonly otp: string; readonly resetToken: string | null })
  /** `message` is the server's, or empty: 'Password reset successfully' is then shown. */
  | { readonly step: 'done'; readonly message: string; readonly pending: null; readonly error: null };

export type OtpResetStep = OtpResetState['step'];

export interface OtpResetOptions {
  readonly api: Pick<ApiClient, 'request'>;
  /**
   * Keeps the address and the countdown over a reload, never a code or a password; the tab's own storage by default.
   */
  readonly storage?: KeyValueStorage;
  /** Before the key; `openbell:` by default. */
  readonly keyPrefix?: string;
  readonly clock?: Clock;
  readonly scheduler?: Timers;
  readonly page?: Page;
  /** Seconds until 'Send Again', where the server does not say; 60 by default. */
  readonly resendAfter?: number;
}

export interface OtpReset {
  readonly $state: ReadableAtom<OtpResetState>;
  /** Seconds until 'Send Again' may be pressed, 0 when it may; counts while started. */
  readonly $secondsLeft: ReadableAtom<number>;
  /** Step 1: asks for a code. */
  send(email: string): Promise<Result<null, OtpResetError>>;
  /** Step 2: has the code verified; six digits. */
  verify(otp: string): Promise<Result<null, OtpResetError>>;
  /** Step 3: sets the new password. Gives the server's message, or empty. */
  reset(fields: NewPassword): Promise<Result<string, OtpResetError>>;
  /**
   * The step that the form stands at, with the fields `email`, `otp`, `password` and `confirm_password` of one form for
   * all three: `send`, `verify` or `reset`. Takes the fields, or the submit event of the form that has them.
   */
  submit(form: FormInput): Promise<Result<string | null, OtpResetError>>;
  /** 'Send Again': asks for a new code and goes back to step 2. */
  resend(): Promise<Result<null, OtpResetError>>;
  /**
   * Back to step 1, for another address; answers still on their way are dropped. For the same one the server sends no
   * new code until the countdown would have ended (`throttled`).
   */
  restart(): void;
  /** Reads what a reload has left, and counts. Reference-counted. */
  start(): () => void;
  destroy(): void;
}
