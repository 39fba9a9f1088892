import type { ApiFailure } from '../api-client/index.ts';
import type { PasskeyRefusal } from '../ports/passkeys.ts';
import type { SessionError } from '../session/index.ts';
import type { PasskeysError } from './passkeys.types.ts';

export function passkeysError(
  code: PasskeysError['code'],
  message = '',
  retryAfter: number | null = null,
): PasskeysError {
  return { code, message, retryAfter };
}

/** Maps a failed response to an error. */
export function readPasskeysFailure({
  kind,
  status,
  message,
  errors,
  retryAfter,
}: ApiFailure): PasskeysError {
  if (kind !== 'http' || status >= 500) return passkeysError('unavailable', message, retryAfter);
  if (status === 429) return passkeysError('throttled', message, retryAfter);
  return errors.proof === undefined
    ? passkeysError('refused', message)
    : passkeysError('proof-needed', message);
}

/** Whether a backend has no passkeys. */
export function isUnsupported({ kind, status }: Pick<ApiFailure, 'kind' | 'status'>): boolean {
  return kind === 'http' && (status === 404 || status === 405);
}

/** Maps the browser's refusal to an error. */
export function readRefusal(refusal: PasskeyRefusal): PasskeysError {
  if (refusal === 'aborted') return passkeysError('superseded');
  return passkeysError(refusal === 'failed' ? 'refused' : refusal);
}

/** Maps a failed sign-in to an error. */
export function readSignInError({ code, message, retryAfter }: SessionError): PasskeysError {
  const known = code === 'throttled' || code === 'unavailable' || code === 'superseded' ? code : 'refused';
  return { code: known, message, retryAfter };
}
