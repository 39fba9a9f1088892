import { isConnectionLost } from '../../db/connection-lost.ts';
import { databaseCode } from '../../db/error-code.ts';
import type { Logger } from '../../log.ts';
import { isDiskFull, StorageUnavailableError } from '../../storage/storage-error.ts';
import { HttpError } from '../http-error.ts';

/** Codes of temporary failures: deadlock, serialization, connection, shutdown, full disk of the database. */
const temporary =
  /^(?:40001|40P01|08\d{3}|57P0[1-3]|53\d{3}|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOSPC|EDQUOT)$/;
/** Codes of a database whose disk is full. */
const fullDisk = /^(?:53100|ENOSPC|EDQUOT)$/;
/** Codes of values that a column cannot store: NUL in a text, a number out of range, an invalid number or date. */
const unstorable = /^(?:22021|22P05|22003|22P02|22007|22008)$/;

const STORAGE_RETRY_SECONDS = 5;
const DISK_FULL_RETRY_SECONDS = 60;

/**
 * Converts an error to a response: an {@link HttpError} as it is, 422 for values that a column cannot store, 507 for
 * a full disk, 503 for other temporary failures, else 500. The last three are logged; the response contains only the request's id.
 */
export function errorResponse(error: unknown, requestId: string, log: Logger): Response {
  if (error instanceof HttpError) {
    const { status, message, errors, retryAfter, headers } = error;
    const value = {
      message,
      ...(errors === undefined ? {} : { errors }),
      ...(error.error === undefined ? {} : { error: error.error }),
    };
    return body(status, value, { retryAfter, headers });
  }
  if (isDiskFull(error)) {
    log.error('disk-full', { requestId, error });
    const value = {
      message: 'There is no space for files at the moment. Please try again later.',
      request_id: requestId,
    };
    return body(507, value, { retryAfter: DISK_FULL_RETRY_SECONDS });
  }
  if (error instanceof StorageUnavailableError) {
    log.error('storage-unavailable', { requestId, error });
    const value = {
      message: 'Files are unavailable at the moment. Please try again.',
      request_id: requestId,
    };
    return body(503, value, { retryAfter: STORAGE_RETRY_SECONDS });
  }
  const code = databaseCode(error);
  if (code !== undefined && unstorable.test(code)) {
    log.warn('unstorable-input', { requestId, error });
    return body(422, { message: 'The request contains an invalid value.' });
  }
  if (isConnectionLost(error) || (code !== undefined && temporary.test(code))) {
    log.error(code !== undefined && fullDisk.test(code) ? 'disk-full' : 'database-unavailable', {
      requestId,
      error,
    });
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
