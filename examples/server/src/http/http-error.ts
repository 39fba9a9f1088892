import type { FieldErrors } from '@openbell/core/contract';

export interface HttpErrorParts {
  readonly errors?: FieldErrors;
  readonly retryAfter?: number;
  readonly error?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error response: `{ message, errors?, error?, retry_after? }`. */
export class HttpError extends Error {
  readonly status: number;
  /** Messages by field, with status 422. */
  readonly errors: FieldErrors | undefined;
  /** Seconds; also sent as `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** `error` of the body, which the contract has for `GET /web/alert/{code}`. */
  readonly error: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, parts: HttpErrorParts = {}) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.errors = parts.errors;
    this.retryAfter = parts.retryAfter;
    this.error = parts.error;
    this.headers = parts.headers ?? {};
  }
}

/** 404 for an object that does not exist or belongs to another user. */
export function notFound(): HttpError {
  return new HttpError(404, 'Not found.');
}

/** 404 for a feature that is off. `subject` starts the message, for example `Market news is`. */
export function notAvailable(subject: string): HttpError {
  return new HttpError(404, `${subject} not available on this site.`);
}

/** 422 for one field. */
export function fieldError(field: string, message: string): HttpError {
  return new HttpError(422, message, { errors: { [field]: [message] } });
}
