// Routes requests to the contract's handlers, and turns replies and errors into responses.
import { type EndpointName, endpoints, readWire, type Schema } from '@openbell/core/contract';
import { isSubscribed } from '@openbell/core/entitlement';
import { type Call, type Handlers, HttpError, notFound, type Reply } from './calls.ts';
import type { Person, World } from './world.ts';

/** The endpoint that a request matches, with its path parameters. */
export interface MatchedCall {
  readonly name: EndpointName;
  readonly params: Readonly<Record<string, string>>;
}

interface Route extends Pick<MatchedCall, 'name'> {
  readonly method: string;
  readonly pattern: RegExp;
}

/** Finds the endpoint for a method and a path below the API prefix. Throws 404 or 405. */
export type Router = (method: string, path: string) => MatchedCall;

/** Creates a router for every endpoint of the contract. */
export function createRouter(): Router {
  const routes: readonly Route[] = Object.entries(endpoints).map(([name, { method, path }]) => ({
    name: name as EndpointName,
    method,
    pattern: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  }));
  return (method, path) => {
    const candidates = routes.filter(({ pattern }) => pattern.test(path));
    if (candidates.length === 0) throw notFound();
    const route = candidates.find((one) => one.method === method);
    if (route === undefined) throw new HttpError(405, 'This method is not allowed here.');
    const groups = route.pattern.exec(path)?.groups ?? {};
    const params = Object.fromEntries(
      Object.entries(groups).map(([key, value]) => [key, decodeURIComponent(value)]),
    );
    return { name: route.name, params };
  };
}

/** Validates a body with the contract's schema. Throws 422 with the messages by field. */
function readBody<T>(schema: Schema<T>, fields: unknown): T {
  const reading = readWire(schema, fields);
  if (reading.ok) return reading.value;
  const errors: Record<string, string[]> = {};
  for (const { path, message } of reading.problems) {
    const field = path.split('.')[0] || 'body';
    errors[field] = [...(errors[field] ?? []), message];
  }
  throw new HttpError(422, reading.problems[0]?.message ?? 'Please check the form.', { errors });
}

/** Reads the fields and files of a JSON or multipart body. */
async function readFields(request: Request): Promise<{ fields: unknown; files: readonly File[] }> {
  if (request.headers.get('Content-Type')?.startsWith('multipart/form-data') === true) {
    const entries = [...(await request.formData()).entries()];
    const files = entries.flatMap(([, value]) => (typeof value === 'string' ? [] : [value]));
    return { fields: Object.fromEntries(entries.filter(([, value]) => typeof value === 'string')), files };
  }
  const text = await request.text();
  try {
    return { fields: text === '' ? {} : JSON.parse(text), files: [] };
  } catch {
    throw new HttpError(400, 'The body is not JSON.');
  }
}

/** Returns the session's person. Throws 401 or 403 when the endpoint is not allowed for them. */
function authorize(world: World, name: EndpointName, token: string) {
  const person = world.sessions.get(token) ?? null;
  const device = world.devices.get(token);
  if (device !== undefined) device.lastUsedAt = world.clock.now();
  if (endpoints[name].access === 'visitor') return person;
  if (person === null) throw new HttpError(401, 'Please sign in.');
  if (
    endpoints[name].access === 'subscriber' &&
    !isSubscribed({ expired_at: person.expiredAt }, world.clock.now())
  )
    throw new HttpError(403, 'You are not allowed to access this page. Please contact your administrator.');
  return person;
}

const bearerToken = (headers: Headers): string =>
  (headers.get('Authorization') ?? '').replace(/^Bearer /, '');

/** A call before its handler's types are known. */
type AnyCall = Omit<Call<'profile'>, 'person' | 'body'> & {
  readonly person: Person | null;
  readonly body: unknown;
};

interface ServeContext {
  readonly world: World;
  readonly handlers: Handlers<EndpointName>;
}

/** Validates, authorizes and handles a request. Throws an {@link HttpError}. */
export async function serve(
  { world, handlers }: ServeContext,
  { name, params }: MatchedCall,
  request: Request,
): Promise<Reply<unknown>> {
  const endpoint = endpoints[name];
  const token = bearerToken(request.headers);
  const person = authorize(world, name, token);
  const { fields, files } =
    endpoint.bodyFormat === 'none' ? { fields: {}, files: [] } : await readFields(request);
  const call: AnyCall = {
    world,
    now: world.clock.now(),
    person,
    token,
    body: endpoint.body === null ? undefined : readBody(endpoint.body as Schema<unknown>, fields),
    files,
    params,
    query: new URL(request.url).searchParams,
    headers: request.headers,
  };
  // `Handlers` types each handler by its endpoint, which is not known statically here.
  const handler = handlers[name] as (call: AnyCall) => Reply<unknown>;
  return handler(call);
}

/** On the wire, `media` is an object for one file, a list for several (IMGS) and null for none. */
function canonical(this: { readonly message_type?: unknown }, key: string, value: unknown): unknown {
  if (key !== 'media' || !Array.isArray(value) || this.message_type === 'IMGS') return value;
  return value[0] ?? null;
}

/** Serializes a value of the contract for the wire. */
export const toWire = (value: unknown): string => JSON.stringify(value, canonical);

interface JsonReply {
  readonly body: unknown;
  /** 200 by default. */
  readonly status?: number;
  /** Seconds of `Retry-After`; no header by default. */
  readonly retryAfter?: number | undefined;
}

export function jsonResponse(world: World, { body, status = 200, retryAfter }: JsonReply): Response {
  return new Response(toWire(body), {
    status,
    headers: {
      'Content-Type': 'application/json',
      Date: new Date(world.clock.now()).toUTCString(),
      ...(retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }),
    },
  });
}

export function errorResponse(world: World, { status, message, parts }: HttpError): Response {
  const { errors, retryAfter, error } = parts;
  const body = {
    message,
    ...(errors === undefined ? {} : { errors }),
    ...(error === undefined ? {} : { error }),
    ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
  };
  return jsonResponse(world, { status, body, retryAfter });
}
