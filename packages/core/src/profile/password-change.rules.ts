import type { ApiResponse } from '../api-client/index.ts';
import type { ChangePasswordBody, MessageResponse } from '../contract/index.ts';
import { countCharacters } from '../contract/message-text.ts';
import { firstMessages, isUnreadSuccess, isUnsupported } from '../shared/failures.ts';
import {
  PASSWORD_CHANGE_FIELDS,
  type PasswordChangeError,
  type PasswordChangeField,
} from './password-change.types.ts';

/** Minimum length of a password. */
const SHORTEST = 8;

export function passwordChangeError(
  code: PasswordChangeError['code'],
  parts: Partial<PasswordChangeError> = {},
): PasswordChangeError {
  return { code, problems: {}, fieldErrors: {}, message: '', retryAfter: null, ...parts };
}

/**
 * Validates the form before it is sent; empty when it is valid. The server checks for common passwords.
 */
export function checkPasswordChange(passwords: ChangePasswordBody): PasswordChangeError['problems'] {
  const { current_password: current, password, confirm_password: repeated } = passwords;
  return {
    ...(current === '' ? { current_password: 'missing' } : {}),
    ...(password === ''
      ? { password: 'missing' }
      : countCharacters(password) < SHORTEST
        ? { password: 'too-short' }
        : {}),
    ...(repeated === password ? {} : { confirm_password: 'no-match' }),
  };
}

/** Returns the first field with an error, which gets the focus. */
export function firstInvalidPasswordField(error: PasswordChangeError): PasswordChangeField | null {
  const isWrong = (field: PasswordChangeField): boolean =>
    error.problems[field] !== undefined || error.fieldErrors[field] !== undefined;
  return PASSWORD_CHANGE_FIELDS.find(isWrong) ?? null;
}

/** Maps the response of `POST /web/change-password` to an error; null on success. */
export function readPasswordChangeResponse(
  response: ApiResponse<MessageResponse>,
): PasswordChangeError | null {
  if (response.ok || isUnreadSuccess(response)) return null;
  if (response.kind !== 'http') return passwordChangeError('unavailable');
  const { status, message, errors, retryAfter } = response;
  if (isUnsupported(response)) return passwordChangeError('unsupported');
  if (status === 429) return passwordChangeError('throttled', { message, retryAfter });
  if (errors.proof !== undefined) return passwordChangeError('second-proof-needed', { message });
  const fieldErrors = firstMessages(errors, PASSWORD_CHANGE_FIELDS);
  if (fieldErrors !== null) return passwordChangeError('fields', { message, fieldErrors });
  return passwordChangeError(status >= 500 ? 'unavailable' : 'refused', { message });
}
