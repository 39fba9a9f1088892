// Types of the handlers. app.ts checks access, validates the body and runs the handler.
import type { EndpointName, Endpoints, ResponseOf } from '@openbell/core/contract';
import type { OtherRoute } from './access.ts';
import type { ServerContext } from './context.ts';
import type { SentFile } from './http/files/send-file.ts';
import type { Call, Caller, Reply } from './http/route.ts';

export type Handler<Name extends EndpointName> = (
  context: ServerContext,
  call: Call<Name>,
) => Promise<Reply<ResponseOf<Endpoints[Name]>>>;

/** The handlers of one area. */
export type Routes = { readonly [Name in EndpointName]?: Handler<Name> };

/** Returns the routes with their inferred types. */
export function defineRoutes<R extends Routes>(routes: R): R {
  return routes;
}

/** A call of a route outside the contract: health, captcha, webhooks, media, sandbox pages. Each has a row in access.ts. */
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

export type OtherRoutes = { readonly [Route in OtherRoute]?: OtherHandler };

/** Returns the routes with their inferred types. */
export function defineOtherRoutes<R extends OtherRoutes>(routes: R): R {
  return routes;
}
