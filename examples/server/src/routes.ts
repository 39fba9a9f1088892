// Types of calls and handlers. app.ts checks access, validates the body and runs the handler.
import type {
  AccessOf,
  BodyOf,
  EndpointName,
  Endpoints,
  ParamsOf,
  QueryOf,
  ResponseOf,
  Schema,
} from '@openbell/core/contract';
import type { OtherRoute } from './access.ts';
import type { ServerContext } from './context.ts';
import type { SentFile } from './http/files/send-file.ts';
import { notFound } from './http/http-error.ts';
import type { FormLimits, Multipart } from './http/request/multipart.ts';
import type { Reply } from './http/response/json-response.ts';

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
  /** Checks the access again. Call it before a write that is long after the start. Throws 401 or 403. */
  requireAccess(): Promise<void>;
  /** Reads a multipart body and checks the access again. The fields are not validated. */
  readMultipart(limits: FormLimits): Promise<Multipart>;
}

export type Handler<Name extends EndpointName> = (
  context: ServerContext,
  call: Call<Name>,
) => Promise<Reply<ResponseOf<Endpoints[Name]>>>;

/** The handlers of one area. */
export type Routes = { readonly [Name in EndpointName]?: Handler<Name> };

/** Stricter body schemas that replace the contract's. */
export type OwnSchemas = { readonly [Name in EndpointName]?: Schema<BodyOf<Endpoints[Name]>> };

/** Returns the routes with their inferred types. */
export function defineRoutes<R extends Routes>(routes: R): R {
  return routes;
}

/** Most ids are 4-byte integers in the database. */
const MAX_ID = 2_147_483_647;

/** Parses a positive integer id in a path. Throws 404 for anything else. */
export function readId(text: string, max: number = MAX_ID): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(id <= max)) throw notFound();
  return id;
}

/** A call of a route outside the contract: health, captcha, webhooks, media, sandbox pages. Each has a row in an access table. */
interface OtherCall {
  readonly request: Request;
  readonly url: URL;
  /** The decoded path parameters. */
  readonly params: Readonly<Record<string, string>>;
  readonly address: string;
  /** The signed-in user. Null if the access of the route is not `member`. */
  readonly caller: Caller | null;
  /** Reads the raw body. Throws 413 beyond `max` bytes. */
  readBytes(max: number): Promise<Uint8Array>;
  /** Reads a JSON body. Throws 400, 413, 415. */
  readJson(): Promise<unknown>;
  /** Responds with a stored file or its requested range. Throws 404, 429, 503. */
  sendFile(file: SentFile, headers: Readonly<Record<string, string>>): Promise<Response>;
}

export type OtherHandler = (context: ServerContext, call: OtherCall) => Promise<Response>;

/** Handlers by method and path. */
export type HandlersByRoute = Readonly<Record<string, OtherHandler | undefined>>;

/** Handlers of the server's own routes. */
export type OtherRoutes = { readonly [Route in OtherRoute]?: OtherHandler };

/** Returns the routes with their inferred types. */
export function defineOtherRoutes<R extends OtherRoutes>(routes: R): R {
  return routes;
}
