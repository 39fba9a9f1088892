import type { Answer } from '../api-client/index.ts';
import type { MessageAnswer } from '../contract/index.ts';
import { SIGN_UP_FIELDS, type SignUpError, type SignUpField } from './sign-up.types.ts';

export function signUpError(code: SignUpError['code'], parts: Partial<SignUpError> = {}): SignUpError {
  return { code, message: '', fieldErrors: {}, retryAfter: null, ...parts };
}

/** Maps the answer of `POST /web/register` to an error; null for 201, the only success. */
export function readSignUpAnswer(answer: Answer<MessageAnswer>): SignUpError | null {
  if (answer.ok) return answer.status === 201 ? null : signUpError('unavailable');
  if (answer.kind !== 'http') return signUpError('unavailable');
  const { message, errors, retryAfter, status } = answer;
  if (status === 429) return signUpError('throttled', { message, retryAfter });
  const fieldErrors: Partial<Record<SignUpField, string>> = {};
  for (const field of SIGN_UP_FIELDS) {
    const first = errors[field]?.[0];
    if (first !== undefined) fieldErrors[field] = first;
  }
  if (Object.keys(fieldErrors).length > 0) return signUpError('fields', { message, fieldErrors });
  const captcha = errors.captcha?.[0];
  if (captcha !== undefined) return signUpError('captcha-refused', { message: captcha });
  return signUpError(status >= 500 ? 'unavailable' : 'refused', { message });
}

/** Returns the first field with an error, which gets the focus. */
export function firstInvalidField(error: SignUpError): SignUpField | null {
  return SIGN_UP_FIELDS.find((field) => error.fieldErrors[field] !== undefined) ?? null;
}
