// The three steps as a state machine. Pure: events contain the time.
import type { ApiFailure, ApiResponse } from '../api-client/index.ts';
import { afterSeconds } from '../shared/countdown.ts';
import { isEmail } from '../shared/email.ts';
import { firstMessage } from '../shared/failures.ts';
import type {
  OtpResetAction,
  OtpResetError,
  OtpResetRequest,
  OtpResetState,
  OtpResetStep,
  OtpResetStepRequest,
} from './otp-reset.types.ts';

/** The server's response. `retryAfter` in seconds; it and `resetToken` are null when missing. */
export type OtpResetOutcome =
  | {
      readonly ok: true;
      readonly message: string;
      readonly retryAfter: number | null;
      readonly resetToken: string | null;
    }
  | { readonly ok: false; readonly error: OtpResetError };

/** An event of the state machine. Instants in milliseconds since the epoch, durations in seconds. */
export type OtpResetEvent =
  | { readonly type: 'requested'; readonly request: OtpResetRequest; readonly now: number }
  | {
      readonly type: 'responded';
      /** The id of the request; responses to other requests than the pending one are ignored. */
      readonly id: number;
      readonly outcome: OtpResetOutcome;
      readonly now: number;
      readonly resendAfter: number;
    }
  /** The form's validation failed; nothing was sent. */
  | { readonly type: 'invalid'; readonly error: OtpResetError }
  | { readonly type: 'clock-set-back'; readonly seen: number; readonly now: number }
  | {
      readonly type: 'restored';
      readonly email: string;
      readonly sentAt: number;
      readonly resendAt: number;
      readonly now: number;
    }
  | { readonly type: 'restarted' };

export const INITIAL_OTP_RESET: OtpResetState = { step: 'email', pending: null, error: null };

/** The steps in which each request is allowed. */
const STEPS: Readonly<Record<OtpResetAction, readonly OtpResetStep[]>> = {
  send: ['email'],
  verify: ['verify'],
  reset: ['reset'],
  resend: ['verify', 'reset'],
};

/**
 * Returns why a request is not allowed now, or null. One request at a time; 'Send Again' also waits for the countdown.
 */
export function whyBlocked(
  state: OtpResetState,
  action: OtpResetAction,
  now: number,
): 'busy' | 'waiting' | 'out-of-step' | null {
  if (state.pending !== null) return 'busy';
  if (!STEPS[action].includes(state.step)) return 'out-of-step';
  return action === 'resend' && 'resendAt' in state && now < state.resendAt ? 'waiting' : null;
}

/** Applies an event. Events that are not allowed or too late are ignored. */
export function reduce(state: OtpResetState, event: OtpResetEvent): OtpResetState {
  switch (event.type) {
    case 'requested': {
      const { request, now } = event;
      if (state.step === 'done' || whyBlocked(state, request.action, now) !== null) return state;
      return { ...state, pending: request, error: null };
    }
    case 'responded':
      return responded(state, event);
    case 'invalid':
      return state.step === 'done' || state.pending !== null ? state : { ...state, error: event.error };
    case 'clock-set-back':
      return 'sentAt' in state ? followClock(state, event.seen, event.now) : state;
    case 'restored': {
      if (state.step !== 'email' || state.pending !== null) return state;
      const { email, sentAt, resendAt, now } = event;
      const instants = followClock({ sentAt, resendAt }, sentAt, now);
      return { step: 'verify', email, ...instants, pending: null, error: null };
    }
    case 'restarted':
      return INITIAL_OTP_RESET;
  }
}

/** Moves the instants of a sent code when the device's clock was set back to before `seen`. */
function followClock<T extends { readonly sentAt: number; readonly resendAt: number }>(
  sent: T,
  seen: number,
  now: number,
): T {
  if (now >= seen) return sent;
  const back = seen - now;
  return { ...sent, sentAt: sent.sentAt - back, resendAt: sent.resendAt - back };
}

function responded(
  state: OtpResetState,
  { id, outcome, now, resendAfter }: Extract<OtpResetEvent, { type: 'responded' }>,
): OtpResetState {
  const request = state.pending;
  if (state.step === 'done' || request === null || request.id !== id) return state;
  if (!outcome.ok) return refused({ ...state, pending: null, error: outcome.error }, request, now);

  const settled = { pending: null, error: null };
  const resendAt = afterSeconds(now, outcome.retryAfter ?? resendAfter);
  if (request.action === 'send') {
    return { ...settled, step: 'verify', email: request.email, sentAt: now, resendAt };
  }
  if (state.step === 'email') return { ...state, ...settled };
  const { email } = state;
  switch (request.action) {
    case 'resend':
      // The new code replaces the verified one: return to Verify OTP.
      return { ...settled, step: 'verify', email, sentAt: now, resendAt };
    case 'verify':
      return { ...state, ...settled, step: 'reset', otp: request.otp, resetToken: outcome.resetToken };
    case 'reset':
      return { ...settled, step: 'done', message: outcome.message };
  }
}

/** After a failure the step stays. */
function refused(
  state: Exclude<OtpResetState, { step: 'done' }> & { readonly error: OtpResetError },
  { action }: OtpResetRequest,
  now: number,
): OtpResetState {
  if (action !== 'resend' || state.step === 'email') return state;
  const { step, email, sentAt, error, pending } = state;
  const resendAt = error.retryAfter === null ? state.resendAt : afterSeconds(now, error.retryAfter);
  // Without a response it is unknown whether the old code is still valid: it has to be verified again.
  if (step === 'reset' && error.code === 'unavailable') {
    return { step: 'verify', email, sentAt, resendAt, pending, error };
  }
  return { ...state, resendAt };
}

/** Validates the value of a request before it is sent; null when it is valid. */
export function validate(step: OtpResetStepRequest): OtpResetError['code'] | null {
  if (step.action === 'verify') return /^\d{6}$/.test(step.otp) ? null : 'otp-incomplete';
  if (step.action !== 'send') return null;
  if (step.email === '') return 'email-missing';
  return isEmail(step.email) ? null : 'email-invalid';
}

export function otpResetError(
  action: OtpResetAction,
  code: OtpResetError['code'],
  parts: Partial<OtpResetError> = {},
): OtpResetError {
  return { action, code, message: '', fields: [], retryAfter: null, ...parts };
}

/** Reads a response: only 200 is success. */
export function readOtpResponse(
  action: OtpResetAction,
  response: ApiResponse<{
    readonly message: string;
    readonly retry_after?: number | null;
    readonly reset_token?: string | null;
  }>,
): OtpResetOutcome {
  if (!response.ok) return { ok: false, error: readRefusal(action, response) };
  if (response.status !== 200) return { ok: false, error: otpResetError(action, 'unavailable') };
  const { message, retry_after: retryAfter = null, reset_token: resetToken = null } = response.data;
  return { ok: true, message, retryAfter, resetToken };
}

function readRefusal(action: OtpResetAction, response: ApiFailure): OtpResetError {
  if (response.kind !== 'http') return otpResetError(action, 'unavailable');
  const { status, errors, retryAfter } = response;
  const code = status === 429 ? 'throttled' : status >= 500 ? 'unavailable' : 'refused';
  // Some backends send only field errors.
  const message = firstMessage(response);
  return otpResetError(action, code, { message, fields: Object.keys(errors), retryAfter });
}
