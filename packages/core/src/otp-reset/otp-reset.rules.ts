// The three steps as one state machine. Pure: what happens, and when, comes in an event.
import type { Answer, AnswerFailure } from '../api-client/index.ts';
import { isEmail } from '../shared/email.ts';
import { afterSeconds, followClock } from './otp-reset.countdown.ts';
import type {
  OtpResetAction,
  OtpResetError,
  OtpResetRequest,
  OtpResetState,
  OtpResetStep,
} from './otp-reset.types.ts';

/** What the server said to a request. `retryAfter` in seconds; it and `resetToken` are null where it did not say. */
export type OtpResetOutcome =
  | {
      readonly ok: true;
      readonly message: string;
      readonly retryAfter: number | null;
      readonly resetToken: string | null;
    }
  | { readonly ok: false; readonly error: OtpResetError };

/** Everything that can happen. Instants in milliseconds since the epoch, durations in seconds. */
export type OtpResetEvent =
  | { readonly type: 'asked'; readonly request: OtpResetRequest; readonly now: number }
  | {
      readonly type: 'answered';
      /** The request's: an answer to any other than the one under way is too late. */
      readonly id: number;
      readonly outcome: OtpResetOutcome;
      readonly now: number;
      readonly resendAfter: number;
    }
  /** The form's own objection; nothing was sent. */
  | { readonly type: 'objected'; readonly error: OtpResetError }
  | { readonly type: 'clock-put-back'; readonly seen: number; readonly now: number }
  | {
      readonly type: 'restored';
      readonly email: string;
      readonly sentAt: number;
      readonly resendAt: number;
      readonly now: number;
    }
  | { readonly type: 'restarted' };

export const INITIAL_OTP_RESET: OtpResetState = { step: 'email', pending: null, error: null };

/** The steps in which each request may be made. */
const STEPS: Readonly<Record<OtpResetAction, readonly OtpResetStep[]>> = {
  send: ['email'],
  verify: ['verify'],
  reset: ['reset'],
  resend: ['verify', 'reset'],
};

/**
 * Why a request may not be made now, or null. 'Send Again' is disabled while the countdown runs or a request is in
 * flight; nothing else is sent twice either.
 */
export function whyNot(
  state: OtpResetState,
  action: OtpResetAction,
  now: number,
): 'busy' | 'waiting' | 'out-of-step' | null {
  if (state.pending !== null) return 'busy';
  if (!STEPS[action].includes(state.step)) return 'out-of-step';
  return action === 'resend' && 'resendAt' in state && now < state.resendAt ? 'waiting' : null;
}

/** Takes one event. What may not happen, and what comes too late, changes nothing. */
export function reduce(state: OtpResetState, event: OtpResetEvent): OtpResetState {
  switch (event.type) {
    case 'asked': {
      const { request, now } = event;
      if (state.step === 'done' || whyNot(state, request.action, now) !== null) return state;
      return { ...state, pending: request, error: null };
    }
    case 'answered':
      return answered(state, event);
    case 'objected':
      return state.step === 'done' || state.pending !== null ? state : { ...state, error: event.error };
    case 'clock-put-back':
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

function answered(
  state: OtpResetState,
  { id, outcome, now, resendAfter }: Extract<OtpResetEvent, { type: 'answered' }>,
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
      // A new code replaces the old: back to Verify OTP, and what was verified counts no more.
      return { ...settled, step: 'verify', email, sentAt: now, resendAt };
    case 'verify':
      return { ...state, ...settled, step: 'reset', otp: request.otp, resetToken: outcome.resetToken };
    case 'reset':
      return { ...settled, step: 'done', message: outcome.message };
  }
}

/** After a refusal the step stays. */
function refused(
  state: Exclude<OtpResetState, { step: 'done' }> & { readonly error: OtpResetError },
  { action }: OtpResetRequest,
  now: number,
): OtpResetState {
  if (action !== 'resend' || state.step === 'email') return state;
  const { step, email, sentAt, error, pending } = state;
  const resendAt = error.retryAfter === null ? state.resendAt : afterSeconds(now, error.retryAfter);
  // Without an answer nobody knows whether the old code still stands: it has to be verified again.
  if (step === 'reset' && error.code === 'unavailable') {
    return { step: 'verify', email, sentAt, resendAt, pending, error };
  }
  return { ...state, resendAt };
}

/** What the form itself asks of a value, before anything is sent; null when it may go. */
export function objectionTo(action: 'send' | 'verify', value: string): OtpResetError['code'] | null {
  if (action === 'verify') return /^\d{6}$/.test(value) ? null : 'otp-incomplete';
  if (value === '') return 'email-missing';
  return isEmail(value) ? null : 'email-invalid';
}

export function otpResetError(
  action: OtpResetAction,
  code: OtpResetError['code'],
  parts: Partial<OtpResetError> = {},
): OtpResetError {
  return { action, code, message: '', fields: [], retryAfter: null, ...parts };
}

/** Reads an answer: 200 alone is success. */
export function readOtpAnswer(
  action: OtpResetAction,
  answer: Answer<{
    readonly message: string;
    readonly retry_after?: number | null;
    readonly reset_token?: string | null;
  }>,
): OtpResetOutcome {
  if (!answer.ok) return { ok: false, error: readRefusal(action, answer) };
  if (answer.status !== 200) return { ok: false, error: otpResetError(action, 'unavailable') };
  const { message, retry_after: retryAfter = null, reset_token: resetToken = null } = answer.data;
  return { ok: true, message, retryAfter, resetToken };
}

function readRefusal(action: OtpResetAction, answer: AnswerFailure): OtpResetError {
  if (answer.kind !== 'http') return otpResetError(action, 'unavailable');
  const { status, errors, retryAfter } = answer;
  const code = status === 429 ? 'throttled' : status >= 500 ? 'unavailable' : 'refused';
  // Where a backend gives field errors alone, the first of them is its message.
  const message = answer.message || (Object.values(errors)[0]?.[0] ?? '');
  return otpResetError(action, code, { message, fields: Object.keys(errors), retryAfter });
}
