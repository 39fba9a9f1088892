import type { ApiFailure } from '../api-client/index.ts';
import type { PasskeyRefusal } from '../ports/passkeys.ts';
import type { SessionError } from '../session/index.ts';
import { errorOf } from '../shared/failures.ts';
import type { PasskeysError } from './passkeys.types.ts';

/** Maps a failed response to an error. */
export function readPasskeysFailure({
  kind,
  status,
  message,
  errors,
  retryAfter,
}: ApiFailure): PasskeysError {
  if (kind !== 'http' || status >= 500) return errorOf('unavailable', message, retryAfter);
  if (status === 429) return errorOf('throttled', message, retryAfter);
  return errors.proof === undefined ? errorOf('refused', message) : errorOf('proof-needed', message);
}

/** Maps the browser's refusal to an error. */
export function readRefusal(refusal: PasskeyRefusal): PasskeysError {
  if (refusal === 'aborted') return errorOf('superseded');
  return errorOf(refusal === 'failed' ? 'refused' : refusal);
}

/** Maps a failed sign-in to an error. */
export function readSignInError({ code, message, retryAfter }: SessionError): PasskeysError {
  const known = code === 'throttled' || code === 'unavailable' || code === 'superseded' ? code : 'refused';
  return { code: known, message, retryAfter };
}
