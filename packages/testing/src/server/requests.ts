// From a request to a call of the contract, and from what a handler gives to an answer.
import { type EndpointName, endpoints, readWire, type Schema } from '@openbell/core/contract';
import { isSubscribed } from '@openbell/core/entitlement';
import { type Call, type Handlers, notFound, Refusal, type Reply } from './calls.ts';
import type { Person, World } from './world.ts';

/** A call as the contract names it. */
export interface FoundCall {
  readonly name: EndpointName;
  readonly params: Readonly<Record<string, string>>;
}

interface Route extends Pick<FoundCall, 'name'> {
  readonly method: string;
  readonly pattern: RegExp;
}

/** Finds the call of a method and a path below the API's prefix; throws 404 and 405. */
export type Router = (method: string, path: string) => FoundCall;

/** Every call of the contract's table, by its own method and path. */
export function createRouter(): Router {
  const routes: readonly Route[] = Object.entries(endpoints).map(([name, { method, path }]) => ({
    name: name as EndpointName,
    method,
    pattern: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  }));
  return (method, path) => {
    const here = routes.filter(({ pattern }) => pattern.test(path));
    if (here.length === 0) throw notFound();
    const route = here.find((one) => one.method === method);
    if (route === undefined) throw new Refusal(405, 'This method is not allowed here.');
    const groups = route.pattern.exec(path)?.groups ?? {};
    const params = Object.fromEntries(
      Object.entries(groups).map(([key, value]) => [key, decodeURIComponent(value)]),
    );
    return { name: route.name, params };
  };
}

/** Reads a body by the contract's schema; 422 with the messages by field. */
function readBody<T>(schema: Schema<T>, fields: unknown): T {
  const reading = readWire(schema, fields);
  if (reading.ok) return reading.value;
  const errors: Record<string, string[]> = {};
  for (const { path, message } of reading.problems) {
    const field = path.split('.')[0] || 'body';
    errors[field] = [...(errors[field] ?? []), message];
  }
  throw new Refusal(422, reading.problems[0]?.message ?? 'Please check the form.', { errors });
}

/** The fields and the files of a JSON or multipart body. */
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
    throw new Refusal(400, 'The body is not JSON.');
  }
}

/** The session's person may make the call; 401 and 403 else. */
function admit(world: World, name: EndpointName, token: string) {
  const person = world.sessions.get(token) ?? null;
  const device = world.devices.get(token);
  if (device !== undefined) device.lastUsedAt = world.clock.now();
  if (endpoints[name].access === 'visitor') return person;
  if (person === null) throw new Refusal(401, 'Please sign in.');
  if (
    endpoints[name].access === 'subscriber' &&
    !isSubscribed({ expired_at: person.expiredAt }, world.clock.now())
  )
    throw new Refusal(403, 'You are not allowed to access this page. Please contact your administrator.');
  return person;
}

const bearerOf = (headers: Headers): string => (headers.get('Authorization') ?? '').replace(/^Bearer /, '');

/** A call before its handler's types are known. */
type AnyCall = Omit<Call<'profile'>, 'person' | 'body'> & {
  readonly person: Person | null;
  readonly body: unknown;
};

/** Carries out a call of the contract. Throws a {@link Refusal}. */
export async function serve(
  world: World,
  handlers: Handlers<EndpointName>,
  { name, params }: FoundCall,
  request: Request,
): Promise<Reply<unknown>> {
  const endpoint = endpoints[name];
  const token = bearerOf(request.headers);
  const person = admit(world, name, token);
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
  // The table types each handler by its name; here it is any of them.
  const handler = handlers[name] as (call: AnyCall) => Reply<unknown>;
  return handler(call);
}

/** On the wire one file of a message is an object, several (IMGS) are a list, none is null. */
function canonical(this: { readonly message_type?: unknown }, key: string, value: unknown): unknown {
  if (key !== 'media' || !Array.isArray(value) || this.message_type === 'IMGS') return value;
  return value[0] ?? null;
}

/** A value of the contract's as it travels. */
export const toWire = (value: unknown): string => JSON.stringify(value, canonical);

export function answerOf(world: World, status: number, body: unknown, retryAfter?: number): Response {
  return new Response(toWire(body), {
    status,
    headers: {
      'Content-Type': 'application/json',
      Date: new Date(world.clock.now()).toUTCString(),
      ...(retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }),
    },
  });
}

export function refusalOf(world: World, { status, message, parts }: Refusal): Response {
  const { errors, retryAfter, error } = parts;
  const body = {
    message,
    ...(errors === undefined ? {} : { errors }),
    ...(error === undefined ? {} : { error }),
    ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
  };
  return answerOf(world, status, body, retryAfter);
}
