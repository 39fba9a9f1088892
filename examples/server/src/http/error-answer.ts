import { isConnectionLost } from '../db/connection-lost.ts';
import { databaseCode } from '../db/error-code.ts';
import type { Logger } from '../log.ts';
import { HttpError } from './http-error.ts';

/** Codes of temporary failures: deadlock, serialization, no connection, the server going down, the disk full. */
const passing = /^(?:40001|40P01|08\d{3}|57P0[1-3]|53\d{3}|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOSPC)$/;
/** Codes of values that no column can hold: NUL in a text, a number out of range, an unreadable number or date. */
const unstorable = /^(?:22021|22P05|22003|22P02|22007|22008)$/;

/**
 * Turns an error into a response: an {@link HttpError} as thrown, 422 for values that no column can hold, 503 for
 * temporary failures, else 500. The last two are logged and contain nothing but the request's id.
 */
export function errorAnswer(error: unknown, requestId: string, log: Logger): Response {
  if (error instanceof HttpError) {
    const { status, message, errors, retryAfter, headers } = error;
    const value = {
      message,
      ...(errors === undefined ? {} : { errors }),
      ...(error.error === undefined ? {} : { error: error.error }),
    };
    return body(status, value, { retryAfter, headers });
  }
  const code = databaseCode(error);
  if (code !== undefined && unstorable.test(code)) {
    log.warn('unstorable-input', { requestId, error });
    return body(422, { message: 'The request holds a value that cannot be used.' });
  }
  if (isConnectionLost(error) || (code !== undefined && passing.test(code))) {
    log.error('database-unavailable', { requestId, error });
    const value = { message: 'The service is busy. Please try again.', request_id: requestId };
    return body(503, value, { retryAfter: 1 });
  }
  log.error('request-failed', { requestId, error });
  return body(500, { message: 'Something went wrong. Please try again.', request_id: requestId });
}

function body(
  status: number,
  value: object,
  { retryAfter, headers }: Partial<Pick<HttpError, 'retryAfter' | 'headers'>> = {},
): Response {
  const retry = retryAfter === undefined ? {} : { retry_after: retryAfter };
  return new Response(JSON.stringify({ ...value, ...retry }), {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
      ...headers,
    },
  });
}
