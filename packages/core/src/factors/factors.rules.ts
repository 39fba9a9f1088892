import type { ApiFailure } from '../api-client/index.ts';
import type { FactorsError } from './factors.types.ts';

/** Creates an error. `retryAfter` is in seconds. */
export function factorsError(
  code: FactorsError['code'],
  message = '',
  retryAfter: number | null = null,
): FactorsError {
  return { code, message, retryAfter };
}

/** Maps a failed response to an error. */
export function readFactorsFailure({ kind, status, message, errors, retryAfter }: ApiFailure): FactorsError {
  if (kind !== 'http' || status >= 500) return factorsError('unavailable', message, retryAfter);
  if (status === 405 || status === 404) return factorsError('unsupported');
  if (status === 429) return factorsError('throttled', message, retryAfter);
  if (errors.proof !== undefined) return factorsError('proof-needed', message);
  const wrong = errors.code?.[0] ?? errors.password?.[0];
  return wrong === undefined ? factorsError('refused', message) : factorsError('wrong-proof', wrong);
}
