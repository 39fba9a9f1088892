// A call of the contract and its response.
import type {
  AccessOf,
  BodyOf,
  EndpointName,
  Endpoints,
  ParamsOf,
  QueryOf,
  Schema,
} from '@openbell/core/contract';
import { notFound } from './http-error.ts';
import type { FormLimits, Multipart } from './request/multipart.ts';

/** The signed-in user of a request. */
export interface Caller {
  readonly userId: number;
  readonly sessionId: number;
  readonly firstName: string;
  readonly email: string;
  /** End of the paid access; null when there never was a plan. */
  readonly expiredAt: Date | null;
  /** End of a mute by the operator; null when there never was one. */
  readonly mutedUntil: Date | null;
}

type Keys<T> = [T] extends [undefined] ? Record<never, never> : { readonly [K in keyof T]: string };
type Texts<T> = [T] extends [undefined] ? Record<never, never> : { readonly [K in keyof T]?: string };

/** One call, after access has been checked and a JSON body validated. */
export interface Call<Name extends EndpointName> {
  /** The decoded path parameters. Read ids with `readId`. */
  readonly params: Keys<ParamsOf<Endpoints[Name]>>;
  /** The first value of each query parameter. */
  readonly query: Texts<QueryOf<Endpoints[Name]>>;
  /** The validated JSON body; undefined for calls without one and for multipart calls. */
  readonly body: BodyOf<Endpoints[Name]>;
  /** As of the last check of the access. Null only in calls that visitors may make. */
  readonly caller: AccessOf<Name> extends 'visitor' ? Caller | null : Caller;
  /** The client's IP address, for rate limits. */
  readonly address: string;
  readonly headers: Headers;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** Checks the access again. Call it before a write that is long after the start. Throws 401 or 403. */
  requireAccess(): Promise<void>;
  /** Reads a multipart body and checks the access again. The fields are not validated. */
  readMultipart(limits: FormLimits): Promise<Multipart>;
}

/** The response of a handler. */
export type Reply<T> =
  | { readonly status?: number; readonly body: T; readonly headers?: Readonly<Record<string, string>> }
  /** Serialized JSON, for large cached responses. `encoding` is its compression. */
  | {
      readonly json: Uint8Array<ArrayBuffer>;
      readonly encoding?: 'gzip';
      readonly headers?: Readonly<Record<string, string>>;
    };

/** Stricter body schemas that replace the contract's. */
export type OwnSchemas = { readonly [Name in EndpointName]?: Schema<BodyOf<Endpoints[Name]>> };

/** Parses a positive integer id in a path. Throws 404 for anything else. */
export function readId(text: string): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  // Ids are 4-byte integers in the database.
  if (!(id <= 2_147_483_647)) throw notFound();
  return id;
}
