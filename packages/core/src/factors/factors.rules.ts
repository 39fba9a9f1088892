import type { ApiFailure } from '../api-client/index.ts';
import { errorOf } from '../shared/failures.ts';
import type { FactorsError } from './factors.types.ts';

/** Maps a failed response to an error. */
export function readFactorsFailure({ kind, status, message, errors, retryAfter }: ApiFailure): FactorsError {
  if (kind !== 'http' || status >= 500) return errorOf('unavailable', message, retryAfter);
  if (status === 405 || status === 404) return errorOf('unsupported');
  if (status === 429) return errorOf('throttled', message, retryAfter);
  if (errors.proof !== undefined) return errorOf('proof-needed', message);
  const wrong = errors.code?.[0] ?? errors.password?.[0];
  return wrong === undefined ? errorOf('refused', message) : errorOf('wrong-proof', wrong);
}
