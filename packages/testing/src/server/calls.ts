// Handler types, derived from the contract: an endpoint without a handler does not compile.
import type {
  AccessOf,
  BodyOf,
  EndpointName,
  Endpoints,
  FieldErrors,
  ResponseOf,
} from '@openbell/core/contract';
import type { Person, World } from './world.ts';

type CallerOf<N extends EndpointName> = AccessOf<N> extends 'visitor' ? Person | null : Person;

export interface Call<N extends EndpointName> {
  readonly world: World;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly person: CallerOf<N>;
  readonly token: string;
  readonly body: BodyOf<Endpoints[N]>;
  readonly files: readonly File[];
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: Headers;
}

export interface Reply<Body> {
  readonly body: Body;
  /** 200 by default. */
  readonly status?: number;
}

export type Handlers<N extends EndpointName> = {
  readonly [K in N]: (call: Call<K>) => Reply<ResponseOf<Endpoints[K]>>;
};

/** An error response. A handler throws it; the server answers `{ message, errors?, error?, retry_after? }`. */
export class HttpError extends Error {
  readonly status: number;
  readonly parts: { readonly errors?: FieldErrors; readonly retryAfter?: number; readonly error?: string };

  constructor(status: number, message: string, parts: HttpError['parts'] = {}) {
    super(message);
    this.status = status;
    this.parts = parts;
  }
}

export const notFound = (): HttpError => new HttpError(404, 'Not found.');

export const fieldError = (field: string, message: string): HttpError =>
  new HttpError(422, message, { errors: { [field]: [message] } });

/** Parses the id in a path. Throws 404 for anything but an integer. */
export function readId(text: string | undefined): number {
  if (text === undefined || !/^\d{1,15}$/.test(text)) throw notFound();
  return Number(text);
}
