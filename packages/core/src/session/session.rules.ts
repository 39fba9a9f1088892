import type { Answer, AnswerFailure } from '../api-client/index.ts';
import type { LoginBody, SignInType } from '../contract/index.ts';
import { isEmail } from '../shared/email.ts';
import { isTransient } from '../shared/retry.ts';
import type {
  GuardAnswer,
  GuardNeed,
  GuardView,
  SessionError,
  SessionErrorCode,
  SessionState,
  SignInRequest,
} from './session.types.ts';

/**
 * Whether the page may be shown. Three-valued: while the profile has not loaded the answer is
 * `unknown`, so that nothing is shown that will be denied and nobody is denied too early; a cached user never decides.
 */
export function guard(state: SessionState, need: GuardNeed): GuardAnswer {
  if (state.status === 'unknown') return 'unknown';
  if (state.status === 'signed-out') return need === 'visitor' ? 'allowed' : 'denied';
  if (state.profile !== 'loaded') {
    // Somebody whose profile cannot be had may sign in again; sending them on would end in a loop.
    return need === 'visitor' && state.profile === 'failed' ? 'allowed' : 'unknown';
  }
  if (need === 'visitor') return 'denied';
  return need === 'member' || state.isSubscribed ? 'allowed' : 'denied';
}

/** What a guarded page shows: its answer, or, while there is none, the loading state, and after 8 s or a failure Retry. */
export function guardView(state: SessionState, need: GuardNeed): GuardView {
  const answer = guard(state, need);
  if (answer !== 'unknown') return answer;
  const late = state.status === 'signed-in' && (state.profile === 'overdue' || state.profile === 'failed');
  return late ? 'retry' : 'loading';
}

/** Whether a log-out has to be sent again: no answer, too many requests, or a server error. A 401 confirms it. */
export function isUnconfirmed(answer: Pick<Answer<unknown>, 'kind' | 'status'>): boolean {
  return (answer.kind === 'network' || answer.kind === 'http') && isTransient(answer.status);
}

/** What keeps a sign-in from being sent (Sign-in): the first reason, or null. */
export function checkSignIn(request: SignInRequest, captchaRequired: boolean): SessionErrorCode | null {
  if (request.type === 'manual') {
    const email = request.email.trim();
    if (email === '') return 'email-missing';
    if (!isEmail(email)) return 'email-invalid';
    if (request.password === '') return 'password-missing';
  } else if (request.id === '' || request.credential === '') {
    return 'social-incomplete';
  }
  return captchaRequired && !request.captcha ? 'captcha-missing' : null;
}

/** The call's payload (`POST /web/login`). The password goes exactly as it was typed. */
export function loginBody(request: SignInRequest): LoginBody {
  const captcha = request.captcha ? { captcha: request.captcha } : {};
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

export function sessionError(
  code: SessionErrorCode,
  message = '',
  retryAfter: number | null = null,
): SessionError {
  return { code, message, retryAfter };
}

/** What a refused sign-in means: that of a social account may ask for more, by the field that it wants. */
export function readSignInFailure(type: SignInType, answer: AnswerFailure): SessionError {
  const failure = readFailure(answer);
  if (type === 'manual' || failure.code !== 'refused') return failure;
  const code = NEEDS.find(([field]) => answer.errors[field] !== undefined)?.[1];
  return code === undefined ? failure : { ...failure, code };
}

const NEEDS = [
  ['address', 'address-needed'],
  ['otp', 'code-needed'],
  ['password', 'password-needed'],
] as const;

/** What a failed answer means for the person. */
export function readFailure(answer: AnswerFailure): SessionError {
  if (answer.kind !== 'http') return sessionError('unavailable');
  if (answer.status === 429) return sessionError('throttled', answer.message, answer.retryAfter);
  const captcha = answer.errors.captcha?.[0];
  if (captcha !== undefined) return sessionError('captcha-refused', captcha);
  if (answer.status >= 500) return sessionError('unavailable', answer.message, answer.retryAfter);
  return sessionError('refused', firstMessage(answer), answer.retryAfter);
}

/** The server's message; where it gave only field errors, the first of them. */
function firstMessage(answer: AnswerFailure): string {
  return answer.message || (Object.values(answer.errors)[0]?.[0] ?? '');
}

/**
 * Whether the member may see more than before: after a sign-in (also with another account), or when a plan has begun. A
 * profile that loads after a cached one is no gain.
 */
export function gainsAccess(before: SessionState | undefined, after: SessionState): boolean {
  if (after.status !== 'signed-in') return false;
  if (before?.status !== 'signed-in' || before.epoch !== after.epoch) return true;
  return before.profile === 'loaded' && !before.isSubscribed && after.isSubscribed;
}
