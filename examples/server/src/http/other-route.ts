// Routes outside the contract (health, captcha, webhooks, media, the sandbox's pages). Each has its row in access.ts.
import type { OtherRoute } from '../access.ts';
import type { ServerContext } from '../context.ts';
import type { SentFile } from './file-answer.ts';
import type { Caller } from './route.ts';

interface OtherCall {
  readonly request: Request;
  readonly url: URL;
  /** The path's parameters, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly address: string;
  /** The person behind the request; null where the route is not for members. */
  readonly caller: Caller | null;
  /** The body's bytes as they were sent (signatures are over these); 413 beyond `max`. */
  readBytes(max: number): Promise<Uint8Array>;
  /** The body as JSON: 400, 413, 415 as everywhere. */
  readJson(): Promise<unknown>;
  /** Answers with a stored file, or the range of it that was requested: 404, 416, 429, 503. */
  sendFile(file: SentFile, headers: Readonly<Record<string, string>>): Promise<Response>;
}

/** Answers by itself; what it throws is answered like any other refusal. */
export type OtherHandler = (context: ServerContext, call: OtherCall) => Promise<Response>;

export type OtherRoutes = { readonly [Route in OtherRoute]?: OtherHandler };

/** Only holds the types together. */
export function defineOtherRoutes<R extends OtherRoutes>(routes: R): R {
  return routes;
}
