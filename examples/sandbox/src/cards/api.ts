import { type Db, eq, equalInConstantTime, lockKey, lt, sha256Hex, sql } from '@openbell/example-server';
import { type Handler, retrieve } from './call.ts';
import { createPrice, createProduct, listPrices } from './catalogue.ts';
import { createCustomer } from './customers.ts';
import { listEvents } from './events.ts';
import { decodeForm, Params } from './form.ts';
import { kindOfId, randomText } from './ids.ts';
import { listInvoices, previewInvoice } from './invoices.ts';
import { payInvoice } from './pay-invoice.ts';
import { invalid, Problem, type ProblemBody } from './problems.ts';
import { createRefund, findPaymentObject, listDisputes, listInvoicePayments } from './refunds.ts';
import {
  authenticateSetupIntent,
  cancelSetupIntent,
  confirmSetupIntent,
  createSetupIntent,
  retrieveSetupIntent,
} from './setup-intents.ts';
import { API_VERSION, createStore, type Store } from './store.ts';
import {
  cancelSubscription,
  createSubscription,
  listSubscriptions,
  updateSubscription,
} from './subscriptions.ts';
import { sandboxCardRequests as requests } from './tables.ts';

const IDEMPOTENCY_SECONDS = 24 * 3600;

interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly pattern: RegExp;
  readonly handler: Handler;
  /** Whether the publishable key may call it, as a browser does. */
  readonly publishable?: true;
}

const route = (method: Route['method'], path: string, handler: Handler): Route => ({
  method,
  pattern: new RegExp(`^/v1/${path.replace(':id', '([\\w-]{1,255})')}$`),
  handler,
});
const publishableRoute = (...args: Parameters<typeof route>): Route => ({
  ...route(...args),
  publishable: true,
});

/** Every endpoint; others are answered with 404, as by Stripe. */
const ROUTES: readonly Route[] = [
  route('POST', 'customers', createCustomer),
  route('GET', 'customers/:id', retrieve('customer')),
  route('POST', 'setup_intents', createSetupIntent),
  publishableRoute('GET', 'setup_intents/:id', retrieveSetupIntent),
  publishableRoute('POST', 'setup_intents/:id/confirm', confirmSetupIntent),
  route('POST', 'setup_intents/:id/cancel', cancelSetupIntent),
  // The bank's authentication page, which is not part of Stripe's API.
  publishableRoute('POST', 'setup_intents/:id/sandbox_authenticate', authenticateSetupIntent),
  route('GET', 'payment_methods/:id', retrieve('payment_method')),
  route('POST', 'products', createProduct),
  route('GET', 'prices', listPrices),
  route('POST', 'prices', createPrice),
  route('GET', 'subscriptions', listSubscriptions),
  route('POST', 'subscriptions', createSubscription),
  route('GET', 'subscriptions/:id', retrieve('subscription')),
  route('POST', 'subscriptions/:id', updateSubscription),
  route('DELETE', 'subscriptions/:id', cancelSubscription),
  route('GET', 'invoices', listInvoices),
  route('GET', 'invoices/:id', retrieve('invoice')),
  route('POST', 'invoices/create_preview', previewInvoice),
  route('GET', 'invoice_payments', listInvoicePayments),
  route('POST', 'refunds', createRefund),
  route('GET', 'disputes', listDisputes),
  route('POST', 'invoices/:id/pay', payInvoice),
  route('GET', 'events', listEvents),
];

export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** Form-encoded. */
  readonly body: string;
  readonly authorization: string | undefined;
  readonly idempotencyKey: string | undefined;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string;
}

export interface ApiOptions {
  readonly db: Db;
  /** Unix seconds. */
  readonly now: () => number;
  readonly secretKey: string;
  readonly publishableKey: string;
}

/** Runs work on the sandbox's data in a transaction, one at a time, also across processes: calls read before they write. */
export function withStore<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lockKey('sandbox-cards')}::bigint)`);
    return work(tx);
  });
}

/** Creates the API as a function from request to response. It throws for internal errors only. */
export function createApi({
  db,
  now,
  secretKey,
  publishableKey,
}: ApiOptions): (request: ApiRequest) => Promise<ApiResponse> {
  return async (request) => {
    const requestId = `req_${randomText(14)}`;
    const respond = (status: number, body: string, extra: Record<string, string> = {}): ApiResponse => ({
      status,
      body,
      headers: {
        'content-type': 'application/json',
        'request-id': requestId,
        'stripe-version': API_VERSION,
        ...(request.idempotencyKey === undefined ? {} : { 'idempotency-key': request.idempotencyKey }),
        ...extra,
      },
    });
    try {
      const publishable = readKey(request, secretKey, publishableKey);
      const found = findRoute(request);
      if (publishable && found.route.publishable !== true) {
        throw new Problem(403, {
          type: 'invalid_request_error',
          code: 'secret_key_required',
          message:
            'This API call cannot be made with a publishable API key. Please use a secret API key instead.',
        });
      }
      return await withStore(db, async (tx) => {
        const replay = await findReplay(tx, request, now());
        if (replay !== undefined)
          return respond(replay.status, replay.body, { 'idempotent-replayed': 'true' });
        const tree = decodeForm(request.method === 'POST' ? request.body : request.query);
        const params = new Params(tree);
        if (publishable) params.text('key');
        const store = createStore(tx, now, {
          id: requestId,
          idempotency_key: request.idempotencyKey ?? null,
        });
        const expand = params.list('expand');
        const outcome = await attempt(async () => {
          const object = await found.route.handler({ store, params, id: found.id, now: now(), publishable });
          params.done();
          for (const path of expand) await expandPath(store, object, path.split('.'));
          return object;
        });
        await storeResponse(tx, request, { ...outcome, createdAt: now() });
        return respond(outcome.status, outcome.body);
      });
    } catch (error) {
      if (error instanceof Problem) return respond(error.status, errorBody(error.body));
      throw error;
    }
  };
}

/** Returns whether the caller has only the publishable key. Throws 401 for another key. */
function readKey(request: ApiRequest, secretKey: string, publishableKey: string): boolean {
  const bearer = /^Bearer (.+)$/.exec(request.authorization ?? '')?.[1];
  const given = bearer ?? new URLSearchParams(request.body || request.query).get('key') ?? '';
  if (equalInConstantTime(given, secretKey)) return false;
  if (equalInConstantTime(given, publishableKey)) return true;
  throw new Problem(401, {
    type: 'invalid_request_error',
    message:
      given === '' ? 'You did not provide an API key.' : `Invalid API Key provided: ${given.slice(0, 8)}***`,
  });
}

function findRoute(request: ApiRequest): { route: Route; id: string } {
  for (const candidate of ROUTES) {
    const match = candidate.method === request.method ? candidate.pattern.exec(request.path) : null;
    if (match !== null) return { route: candidate, id: match[1] ?? '' };
  }
  throw new Problem(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${request.method}: ${request.path}).`,
  });
}

interface Outcome {
  readonly status: number;
  readonly body: string;
}

/** Converts a declined card to a response, so that the transaction commits; other problems roll it back. */
async function attempt(work: () => Promise<object>): Promise<Outcome> {
  try {
    return { status: 200, body: JSON.stringify(await work()) };
  } catch (error) {
    if (error instanceof Problem && error.status === 402) return { status: 402, body: errorBody(error.body) };
    throw error;
  }
}

function errorBody(error: ProblemBody): string {
  return JSON.stringify({ error });
}

async function findReplay(tx: Db, request: ApiRequest, now: number): Promise<Outcome | undefined> {
  if (request.idempotencyKey === undefined || request.method !== 'POST') return undefined;
  if (request.idempotencyKey.length > 255) throw invalid('Idempotency keys must be at most 255 characters.');
  await tx.delete(requests).where(lt(requests.createdAt, now - IDEMPOTENCY_SECONDS));
  const [row] = await tx.select().from(requests).where(eq(requests.key, request.idempotencyKey));
  if (row === undefined) return undefined;
  if (row.requestSha256 === digestOf(request)) return { status: row.status, body: row.body };
  throw new Problem(400, {
    type: 'idempotency_error',
    message:
      'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
      `Try using a key other than '${request.idempotencyKey}' if you meant to execute a different request.`,
  });
}

async function storeResponse(
  tx: Db,
  request: ApiRequest,
  respond: Outcome & { readonly createdAt: number },
): Promise<void> {
  if (request.idempotencyKey === undefined || request.method !== 'POST') return;
  await tx.insert(requests).values({
    key: request.idempotencyKey,
    requestSha256: digestOf(request),
    ...respond,
  });
}

function digestOf(request: ApiRequest): string {
  return sha256Hex(`${request.method} ${request.path}\n${request.body}`);
}

/** Replaces an id in the response by its object (`expand[]`). */
async function expandPath(store: Store, object: object, path: readonly string[]): Promise<void> {
  const [name, ...rest] = path;
  if (name === undefined) return;
  const record = object as Record<string, unknown>;
  if (!(name in record)) throw invalid(`This property cannot be expanded (${name}).`, { param: 'expand' });
  const value = record[name];
  if (Array.isArray(value)) {
    for (const entry of value) if (typeof entry === 'object') await expandPath(store, entry, rest);
    return;
  }
  if (typeof value === 'string') {
    const kind = kindOfId(value);
    const object = kind === undefined ? await findPaymentObject(store, value) : await store.get(kind, value);
    if (object === undefined)
      throw invalid(`This property cannot be expanded (${name}).`, { param: 'expand' });
    record[name] = object;
  }
  const inner = record[name];
  if (typeof inner === 'object' && inner !== null) await expandPath(store, inner, rest);
}
