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
  /** The body's `error`, where the contract has one (`GET /web/alert/{code}`). */
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

/** 404, for missing objects and for those of other users. */
export function notFound(): HttpError {
  return new HttpError(404, 'Not found.');
}

/** 404 for a feature that is off. `feature` starts the message, for example `Market news is`. */
export function absent(feature: string): HttpError {
  return new HttpError(404, `${feature} not available on this site.`);
}

/** 422 for one field. */
export function fieldError(field: string, message: string): HttpError {
  return new HttpError(422, message, { errors: { [field]: [message] } });
}
