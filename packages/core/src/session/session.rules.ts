import type { ApiFailure, ApiResponse } from '../api-client/index.ts';
import type { LoginBody, SignInType } from '../contract/index.ts';
import { isSubscribed } from '../entitlement/index.ts';
import { isEmail } from '../shared/email.ts';
import { errorOf, firstMessage } from '../shared/failures.ts';
import { isTransient } from '../shared/retry.ts';
import type {
  GuardNeed,
  GuardResult,
  GuardView,
  SessionError,
  SessionErrorCode,
  SessionState,
  SignInRequest,
} from './session.types.ts';

/**
 * Whether a page may be shown. `unknown` until the profile has loaded: a cached user neither allows nor denies access.
 */
export function guard(state: SessionState, need: GuardNeed): GuardResult {
  if (state.status === 'unknown') return 'unknown';
  if (state.status === 'signed-out') return need === 'visitor' ? 'allowed' : 'denied';
  if (state.profile !== 'loaded') {
    // A user whose profile failed to load may sign in again; a redirect would loop.
    return need === 'visitor' && state.profile === 'failed' ? 'allowed' : 'unknown';
  }
  if (need === 'visitor') return 'denied';
  return need === 'member' || state.isSubscribed ? 'allowed' : 'denied';
}

/** The view of a guarded page: the guard's result; while unknown, `loading`, or `retry` after 8 s or a failure. */
export function guardView(state: SessionState, need: GuardNeed): GuardView {
  const result = guard(state, need);
  if (result !== 'unknown') return result;
  const late = state.status === 'signed-in' && (state.profile === 'overdue' || state.profile === 'failed');
  return late ? 'retry' : 'loading';
}

/**
 * Whether a member whose profile has not loaded may read the chats saved on this device: by the stored end of their plan.
 * For a device that is offline; it decides about no request.
 */
export function mayReadSaved(state: SessionState, now: number): boolean {
  return state.status === 'signed-in' && state.profile !== 'loaded' && isSubscribed(state.user, now);
}

/** Whether a sign-out has to be sent again: no response, too many requests, or a server error. A 401 confirms it. */
export function isUnconfirmed(response: Pick<ApiResponse<unknown>, 'kind' | 'status'>): boolean {
  return (response.kind === 'network' || response.kind === 'http') && isTransient(response.status);
}

/** Validates a sign-in before it is sent. Returns the first problem, or null. */
export function checkSignIn(request: SignInRequest, captchaRequired: boolean): SessionErrorCode | null {
  if (request.type === 'passkey') return null;
  if (request.type === 'manual') {
    const email = request.email.trim();
    if (email === '') return 'email-missing';
    if (!isEmail(email)) return 'email-invalid';
    if (request.password === '') return 'password-missing';
  } else if (request.id === '' || request.credential === '') {
    return 'social-incomplete';
  }
  return captchaRequired && !request.captcha && !request.code ? 'captcha-missing' : null;
}

/** Builds the body of `POST /web/login`. The password is not trimmed. */
export function loginBody(request: SignInRequest): LoginBody {
  if (request.type === 'passkey') return { remember: true, ...request };
  const captcha = {
    ...(request.captcha ? { captcha: request.captcha } : {}),
    ...(request.code ? { code: request.code } : {}),
  };
  if (request.type === 'manual') {
    const { email, password, remember } = request;
    return { username: email.trim(), password, remember, type: 'manual', ...captcha };
  }
  const { id, email, name, photo, type, credential, remember = true } = request;
  const { nonce, address, otp, password } = request;
  const additions = Object.entries({ nonce, address, otp, password }).filter(
    ([, value]) => value !== undefined,
  );
  return {
    ...{ id, email, name, photo, type, credential },
    ...Object.fromEntries(additions),
    remember,
    ...captcha,
  };
}

/** Maps a failed sign-in to an error. For a social sign-in, a field error means that the server needs this field. */
export function readSignInFailure(type: SignInType, response: ApiFailure): SessionError {
  const failure = readFailure(response);
  if (failure.code !== 'refused') return failure;
  if (response.errors.code !== undefined) return { ...failure, code: 'second-factor-needed' };
  if (type === 'manual') return failure;
  const code = NEEDS.find(([field]) => response.errors[field] !== undefined)?.[1];
  return code === undefined ? failure : { ...failure, code };
}

const NEEDS = [
  ['address', 'address-needed'],
  ['otp', 'code-needed'],
  ['password', 'password-needed'],
] as const;

/** Maps a failed response to a session error. */
export function readFailure(response: ApiFailure): SessionError {
  if (response.kind !== 'http') return errorOf('unavailable');
  if (response.status === 429) return errorOf('throttled', response.message, response.retryAfter);
  const captcha = response.errors.captcha?.[0];
  if (captcha !== undefined) return errorOf('captcha-refused', captcha);
  if (response.status >= 500) return errorOf('unavailable', response.message, response.retryAfter);
  return errorOf('refused', firstMessage(response), response.retryAfter);
}

/**
 * Whether the member has gained access: by a sign-in (also with another account), or because a plan has started. A
 * profile that loads after a cached one is no gain.
 */
export function gainsAccess(before: SessionState | undefined, after: SessionState): boolean {
  if (after.status !== 'signed-in') return false;
  if (before?.status !== 'signed-in' || before.epoch !== after.epoch) return true;
  return before.profile === 'loaded' && !before.isSubscribed && after.isSubscribed;
}
