import type { FieldErrors } from '@openbell/core/contract';

/** What a refusal may carry besides its words. */
export interface HttpErrorParts {
  readonly errors?: FieldErrors;
  readonly retryAfter?: number;
  readonly error?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal: thrown anywhere below a handler, answered as `{ message, errors?, error?, retry_after? }`. */
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

/** The same for what is not there and for what is somebody else's. */
export function notFound(): HttpError {
  return new HttpError(404, 'Not found.');
}

/** A feature that this site has switched off, for example `Market news is`. */
export function absent(feature: string): HttpError {
  return new HttpError(404, `${feature} not available on this site.`);
}

/** One field is wrong. */
export function fieldError(field: string, message: string): HttpError {
  return new HttpError(422, message, { errors: { [field]: [message] } });
}
