import type { ApiResponse } from '../api-client/index.ts';
import type { MessageResponse } from '../contract/index.ts';
import { firstMessages } from '../shared/failures.ts';
import { SIGN_UP_FIELDS, type SignUpError, type SignUpField } from './sign-up.types.ts';

export function signUpError(code: SignUpError['code'], parts: Partial<SignUpError> = {}): SignUpError {
  return { code, message: '', fieldErrors: {}, retryAfter: null, ...parts };
}

/** Maps the response of `POST /web/register` to an error; null for 201, the only success. */
export function readSignUpResponse(response: ApiResponse<MessageResponse>): SignUpError | null {
  if (response.ok) return response.status === 201 ? null : signUpError('unavailable');
  if (response.kind !== 'http') return signUpError('unavailable');
  const { message, errors, retryAfter, status } = response;
  if (status === 429) return signUpError('throttled', { message, retryAfter });
  const fieldErrors = firstMessages(errors, SIGN_UP_FIELDS);
  if (fieldErrors !== null) return signUpError('fields', { message, fieldErrors });
  const captcha = errors.captcha?.[0];
  if (captcha !== undefined) return signUpError('captcha-refused', { message: captcha });
  return signUpError(status >= 500 ? 'unavailable' : 'refused', { message });
}

/** Returns the first field with an error, which gets the focus. */
export function firstInvalidField(error: SignUpError): SignUpField | null {
  return SIGN_UP_FIELDS.find((field) => error.fieldErrors[field] !== undefined) ?? null;
}
