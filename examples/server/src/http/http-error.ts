import type { FieldErrors } from '@openbell/core/contract';

/** A refusal: thrown anywhere below a handler, answered as `{ message, errors?, retry_after? }` (decisions.md 4). */
export class HttpError extends Error {
  readonly status: number;
  /** Messages by field, with status 422. */
  readonly errors: FieldErrors | undefined;
  /** Seconds; also sent as `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(status: number, message: string, parts: { errors?: FieldErrors; retryAfter?: number } = {}) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.errors = parts.errors;
    this.retryAfter = parts.retryAfter;
  }
}

/** The same for what is not there and for what is somebody else's (traps G). */
export function notFound(): HttpError {
  return new HttpError(404, 'Not found.');
}

/** One field is wrong. */
export function fieldError(field: string, message: string): HttpError {
  return new HttpError(422, message, { errors: { [field]: [message] } });
}
