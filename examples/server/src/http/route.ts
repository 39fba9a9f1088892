// How an area states what it does for the calls of the contract. The dispatcher (app.ts) checks access by the contract,
// reads and validates the body by the contract's schema, runs the handler and answers.
import type {
  AccessOf,
  AnswerOf,
  BodyOf,
  EndpointName,
  Endpoints,
  ParamsOf,
  QueryOf,
  Schema,
} from '@openbell/core/contract';
import type { ServerContext } from '../context.ts';
import { notFound } from './http-error.ts';
import type { Multipart, MultipartLimits } from './multipart.ts';

/** The person behind a request, as their session's token tells. */
export interface Caller {
  readonly userId: number;
  readonly sessionId: number;
  readonly firstName: string;
  readonly email: string;
  /** End of the paid access; null when there never was a plan. */
  readonly expiredAt: Date | null;
}

type Keys<T> = [T] extends [undefined] ? Record<never, never> : { readonly [K in keyof T]: string };
type Texts<T> = [T] extends [undefined] ? Record<never, never> : { readonly [K in keyof T]?: string };

/** One call, after access has been checked and a JSON body validated. */
export interface Call<Name extends EndpointName> {
  /** The path's parameters as they came, decoded. Read ids with `readId`. */
  readonly params: Keys<ParamsOf<Endpoints[Name]>>;
  /** The query's first values, as they came. */
  readonly query: Texts<QueryOf<Endpoints[Name]>>;
  /** The JSON body, valid; undefined for calls without one and for multipart calls. */
  readonly body: BodyOf<Endpoints[Name]>;
  /** Null only for calls that visitors may make. */
  readonly caller: AccessOf<Name> extends 'visitor' ? Caller | null : Caller;
  /** Address of the other side, for throttles; `X-Forwarded-For` counts only behind a trusted proxy. */
  readonly address: string;
  readonly headers: Headers;
  /** Aborted when the other side goes away. */
  readonly signal: AbortSignal;
  /**
   * Checks again that the session, and the plan where the call needs one, have not ended: for right before a write that
   * comes long after the start. Throws 401 or 403.
   */
  requireAccess(): Promise<void>;
  /** Streams a multipart body and then checks access again; the fields still have to be validated by the contract's schema (`readFields`). */
  readMultipart(limits: Omit<MultipartLimits, 'temporary'>): Promise<Multipart>;
}

/** What a handler answers. */
export type Reply<T> =
  | { readonly status?: number; readonly body: T; readonly headers?: Readonly<Record<string, string>> }
  /** Bytes made beforehand (large answers that are cached); `encoding` says how they are compressed. */
  | {
      readonly json: Uint8Array;
      readonly encoding?: 'gzip';
      readonly headers?: Readonly<Record<string, string>>;
    };

export type Handler<Name extends EndpointName> = (
  context: ServerContext,
  call: Call<Name>,
) => Promise<Reply<AnswerOf<Endpoints[Name]>>>;

/** The handlers of one area; a call without one is answered 404. */
export type Routes = { readonly [Name in EndpointName]?: Handler<Name> };

/** Schemas of this server's own for the bodies of some calls: as the contract's, and stricter. */
export type OwnSchemas = { readonly [Name in EndpointName]?: Schema<BodyOf<Endpoints[Name]>> };

/** Only holds the types together. */
export function defineRoutes<R extends Routes>(routes: R): R {
  return routes;
}

/** A positive integer id from a path; anything else cannot exist, so it is 404 and never reaches the database. */
export function readId(text: string): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  // The ids of this server are 4-byte integers; a larger one names nothing.
  if (!(id <= 2_147_483_647)) throw notFound();
  return id;
}
