import { type EndpointName, endpoints, type Schema } from '@openbell/core/contract';
import type { ServerContext } from './context.ts';
import { createUploadSpace } from './http/limits/upload-space.ts';
import { readMultipart } from './http/request/multipart.ts';
import { readJson } from './http/request/read-json.ts';
import { addressOf, type RequestContext } from './http/request-context.ts';
import { validate } from './http/validate.ts';
import type { Call, Caller, OwnSchemas } from './routes.ts';
import { checkAccess, readCaller } from './sessions/caller.ts';

export interface CallReaderOptions {
  /** Stricter schemas that replace the contract's. */
  readonly ownSchemas: OwnSchemas;
  /** Folder of uploads in progress. */
  readonly temporary: string;
  /** Time limit of a JSON body in milliseconds. */
  readonly smallBodyMs: number;
  /** Counts the request. Throws 429. */
  readonly count: (caller: Caller | null, address: string) => Promise<void>;
}

/** Returns a function that checks the access of a request and reads its JSON body. It throws {@link HttpError}. */
export function createCallReader(context: ServerContext, options: CallReaderOptions) {
  const { ownSchemas, temporary, smallBodyMs, count } = options;
  const space = createUploadSpace(temporary);
  return async (c: RequestContext, name: EndpointName): Promise<Call<EndpointName>> => {
    const header = (key: string) => c.req.header(key);
    const address = addressOf(c, context.config.trustProxy);
    let caller = await readCaller(context, header);
    c.set('userId', caller?.userId);
    await count(caller, address);
    checkAccess(endpoints[name].access, caller, context.clock.now());
    const requireAccess = async () => {
      if (caller !== null) caller = await readCaller(context, header);
      checkAccess(endpoints[name].access, caller, context.clock.now());
    };
    const { bodyFormat, body: contractSchema } = endpoints[name];
    const schema = ownSchemas[name] ?? contractSchema;
    const body =
      bodyFormat === 'json' && schema !== null
        ? validate(schema as Schema<unknown>, await readJson(c.req.raw, smallBodyMs))
        : undefined;
    // The session may have ended while the client sent the body.
    if (body !== undefined) await requireAccess();
    const query: Record<string, string> = Object.create(null);
    for (const [key, value] of new URL(c.req.url).searchParams) query[key] ??= value;
    return {
      params: c.req.param(),
      query,
      body,
      get caller() {
        return caller;
      },
      address,
      headers: c.req.raw.headers,
      requireAccess,
      readMultipart: async (limits) => {
        const account = `${caller?.userId ?? address} ${name}`;
        const form = await readMultipart(c.req.raw, { ...limits, temporary, space, account });
        try {
          await requireAccess();
          return form;
        } catch (error) {
          await form.discard();
          throw error;
        }
      },
    } as Call<EndpointName>;
  };
}
