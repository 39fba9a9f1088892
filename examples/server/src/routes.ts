// Types of routes outside the contract: health, captcha, webhooks, media, sandbox pages. Each has a row in access.ts.
import type { OtherRoute } from './access.ts';
import type { ServerContext } from './context.ts';
import type { SentFile } from './http/files/send-file.ts';
import type { Caller } from './http/route.ts';

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
