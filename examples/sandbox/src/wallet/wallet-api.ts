// The used part of PayPal's REST API.
import { type Db, eq, equalInConstantTime } from '@openbell/example-server';
import * as v from 'valibot';
import { sandboxWalletRequests as requests } from './tables.ts';
import { isOwnTransmission, type SigningKey } from './transmission-signature.ts';
import { activate, cancel } from './wallet-cycle.ts';
import { newWalletId, randomWalletText } from './wallet-ids.ts';
import type { PlanObject, SubscriptionObject } from './wallet-objects.ts';
import {
  planShape,
  productShape,
  reasonShape,
  refundShape,
  revisionShape,
  subscriptionShape,
  verificationShape,
} from './wallet-shapes.ts';
import { type StoredSubscription, type WalletStore, withWalletStore } from './wallet-store.ts';

export interface WalletApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
  readonly authorization: string;
  readonly requestId: string | undefined;
}

export interface WalletApiResponse {
  readonly status: number;
  /** Null for 204. */
  readonly body: object | null;
}

export interface WalletApiOptions {
  readonly db: Db;
  readonly now: () => number;
  readonly clientId: string;
  readonly secret: string;
  readonly key: SigningKey;
}

/** An error in PayPal's own format. */
class WalletProblem extends Error {
  readonly status: number;
  readonly body: object;

  constructor(status: number, name: string, issue: string) {
    super(issue);
    this.name = 'WalletProblem';
    this.status = status;
    this.body = { name, message: issue, details: [{ issue, description: issue }] };
  }
}

const notFound = () => new WalletProblem(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID');
const wrongState = () => new WalletProblem(422, 'UNPROCESSABLE_ENTITY', 'SUBSCRIPTION_STATUS_INVALID');

interface Call {
  readonly store: WalletStore;
  readonly id: string;
  readonly query: URLSearchParams;
  readonly now: number;
  readonly key: SigningKey;
  read<T>(shape: v.GenericSchema<unknown, T>): T;
}

type Handler = (call: Call) => Promise<WalletApiResponse>;

const routes: readonly { readonly method: string; readonly pattern: RegExp; readonly handler: Handler }[] = [
  ['POST', '/v1/catalogs/products', createProduct],
  ['GET', '/v1/billing/plans', listPlans],
  ['POST', '/v1/billing/plans', createPlan],
  ['POST', '/v1/billing/subscriptions', createSubscription],
  ['GET', '/v1/billing/subscriptions/:id', showSubscription],
  ['POST', '/v1/billing/subscriptions/:id/activate', activateSubscription],
  ['POST', '/v1/billing/subscriptions/:id/cancel', cancelSubscription],
  ['POST', '/v1/billing/subscriptions/:id/revise', reviseSubscription],
  ['GET', '/v1/billing/subscriptions/:id/transactions', listTransactions],
  ['POST', '/v2/payments/captures/:id/refund', refundCapture],
  ['GET', '/v1/customer/disputes', listDisputes],
  ['GET', '/v1/customer/disputes/:id', showDispute],
  ['POST', '/v1/notifications/verify-webhook-signature', verifySignature],
].map(([method, path, handler]) => ({
  method: method as string,
  pattern: new RegExp(`^${(path as string).replace(':id', '([\\w-]{1,50})')}$`),
  handler: handler as Handler,
}));

async function createProduct({ store, read }: Call): Promise<WalletApiResponse> {
  const product = read(productShape);
  if ((await store.find('product', product.id)) !== undefined) {
    throw new WalletProblem(422, 'UNPROCESSABLE_ENTITY', 'DUPLICATE_RESOURCE_IDENTIFIER');
  }
  await store.put('product', product);
  return { status: 201, body: product };
}

async function listPlans({ store, query }: Call): Promise<WalletApiResponse> {
  const size = Math.min(20, Number(query.get('page_size') ?? 10));
  const page = Math.max(1, Number(query.get('page') ?? 1));
  const all = await store.list('plan', query.get('product_id') ?? '');
  const plans = all.slice((page - 1) * size, page * size);
  return { status: 200, body: { plans, total_items: all.length, total_pages: Math.ceil(all.length / size) } };
}

async function createPlan({ store, read }: Call): Promise<WalletApiResponse> {
  const given = read(planShape);
  if ((await store.find('product', given.product_id)) === undefined) throw notFound();
  const plan: PlanObject = { id: newWalletId('P'), ...given };
  await store.put('plan', plan, plan.product_id);
  return { status: 201, body: plan };
}

async function createSubscription({ store, read, now }: Call): Promise<WalletApiResponse> {
  const { application_context: context, custom_id, ...given } = read(subscriptionShape);
  if ((await store.find('plan', given.plan_id)) === undefined) throw notFound();
  const at = new Date(now).toISOString();
  const { email_address } = given.subscriber;
  const shown: SubscriptionObject = {
    id: newWalletId('I'),
    plan_id: given.plan_id,
    status: 'APPROVAL_PENDING',
    status_update_time: at,
    create_time: at,
    start_time: at,
    ...(custom_id === undefined ? {} : { custom_id }),
    subscriber: email_address === undefined ? {} : { email_address },
  };
  const stored: StoredSubscription = {
    shown,
    hidden: {
      token: newWalletId('BA'),
      returnUrl: context.return_url,
      cancelUrl: context.cancel_url,
      funding: 'good',
      anchor: null,
    },
  };
  await store.putSubscription(stored);
  await store.emit('BILLING.SUBSCRIPTION.CREATED', shown, now);
  return { status: 201, body: withLinks(stored) };
}

/** Path of the approval page on the reference server. */
function withLinks({ shown, hidden }: StoredSubscription): object {
  const waits = shown.status === 'APPROVAL_PENDING';
  const approve = { href: `/dev/wallet/approve?ba_token=${hidden.token}`, rel: 'approve', method: 'GET' };
  return { ...shown, links: waits ? [approve] : [] };
}

async function own({ store, id }: Call): Promise<StoredSubscription> {
  const found = await store.findSubscription(id);
  if (found === undefined) throw notFound();
  return found;
}

async function showSubscription(call: Call): Promise<WalletApiResponse> {
  const subscription = await own(call);
  const shown = withLinks(subscription);
  if (call.query.get('fields') !== 'plan') return { status: 200, body: shown };
  return { status: 200, body: { ...shown, plan: await call.store.find('plan', subscription.shown.plan_id) } };
}

async function activateSubscription(call: Call): Promise<WalletApiResponse> {
  const subscription = await own(call);
  call.read(reasonShape);
  if (subscription.shown.status !== 'APPROVED') throw wrongState();
  await activate(call.store, subscription, call.now);
  return { status: 204, body: null };
}

async function cancelSubscription(call: Call): Promise<WalletApiResponse> {
  const subscription = await own(call);
  call.read(reasonShape);
  if (!['ACTIVE', 'SUSPENDED', 'APPROVED'].includes(subscription.shown.status)) throw wrongState();
  await cancel(call.store, subscription, call.now);
  return { status: 204, body: null };
}

/** The payer confirms on a page, where the funding source can be changed. */
async function reviseSubscription(call: Call): Promise<WalletApiResponse> {
  const { shown, hidden } = await own(call);
  const { plan_id, application_context: context } = call.read(revisionShape);
  if (shown.status !== 'ACTIVE') throw wrongState();
  if (plan_id !== shown.plan_id) throw notFound();
  await call.store.putSubscription({ shown, hidden: { ...hidden, returnUrl: context.return_url } });
  const href = `/dev/wallet/revise?ba_token=${hidden.token}`;
  return { status: 200, body: { plan_id, links: [{ href, rel: 'approve', method: 'GET' }] } };
}

async function listTransactions(call: Call): Promise<WalletApiResponse> {
  const { shown } = await own(call);
  const from = Date.parse(call.query.get('start_time') ?? '');
  const to = Date.parse(call.query.get('end_time') ?? '');
  if (!Number.isFinite(from) || !Number.isFinite(to)) {
    throw new WalletProblem(400, 'INVALID_REQUEST', 'MISSING_REQUIRED_PARAMETER');
  }
  const all = await call.store.list('transaction', shown.id);
  const within = all.filter(({ time }) => Date.parse(time) >= from && Date.parse(time) <= to);
  return { status: 200, body: { transactions: within, total_items: within.length, total_pages: 1 } };
}

/** Refunds a payment; its id is that of the transaction. */
async function refundCapture({ store, id, read, now }: Call): Promise<WalletApiResponse> {
  const payment = await store.find('transaction', id);
  if (payment === undefined) throw notFound();
  const { amount } = read(refundShape);
  const earlier = await store.list('refund', id);
  const cents = (money: { readonly value: string }) => Math.round(Number(money.value) * 100);
  const refunded = earlier.reduce((sum, refund) => sum + cents(refund.amount), cents(amount));
  const paid = cents(payment.amount_with_breakdown.gross_amount);
  if (refunded > paid) throw new WalletProblem(422, 'UNPROCESSABLE_ENTITY', 'REFUND_AMOUNT_EXCEEDED');
  const refund = {
    id: newWalletId('R'),
    status: 'COMPLETED' as const,
    amount,
    create_time: new Date(now).toISOString(),
  };
  await store.put('refund', refund, id);
  await store.put('transaction', {
    ...payment,
    status: refunded === paid ? 'REFUNDED' : 'PARTIALLY_REFUNDED',
  });
  await store.emit('PAYMENT.SALE.REFUNDED', { ...refund, sale_id: id }, now);
  return { status: 201, body: refund };
}

/** The list has no outcomes. */
async function listDisputes({ store, query }: Call): Promise<WalletApiResponse> {
  const found = await store.list('dispute', query.get('disputed_transaction_id') ?? '');
  const items = found.map(({ dispute_id, create_time, status, dispute_life_cycle_stage }) => ({
    dispute_id,
    create_time,
    status,
    dispute_life_cycle_stage,
  }));
  return { status: 200, body: { items } };
}

async function showDispute({ store, id }: Call): Promise<WalletApiResponse> {
  const dispute = await store.find('dispute', id);
  if (dispute === undefined) throw notFound();
  return { status: 200, body: dispute };
}

async function verifySignature({ read, key }: Call): Promise<WalletApiResponse> {
  const given = read(verificationShape);
  const ours =
    given.webhook_id === key.webhookId &&
    isOwnTransmission(
      JSON.stringify(given.webhook_event),
      { id: given.transmission_id, time: given.transmission_time, signature: given.transmission_sig },
      key,
    );
  return { status: 200, body: { verification_status: ours ? 'SUCCESS' : 'FAILURE' } };
}

/** Creates the API as a function from request to response. It throws for internal errors only. */
export function createWalletApi(
  options: WalletApiOptions,
): (request: WalletApiRequest) => Promise<WalletApiResponse> {
  const { db, now, clientId, secret, key } = options;
  const accessToken = `A21AA${randomWalletText(60)}`;
  const basic = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;

  return async (request) => {
    try {
      if (request.method === 'POST' && request.path === '/v1/oauth2/token') {
        if (!equalInConstantTime(request.authorization, basic))
          throw new WalletProblem(401, 'invalid_client', 'invalid_client');
        return { status: 200, body: { access_token: accessToken, token_type: 'Bearer', expires_in: 32_400 } };
      }
      if (!equalInConstantTime(request.authorization, `Bearer ${accessToken}`)) {
        throw new WalletProblem(401, 'AUTHENTICATION_FAILURE', 'invalid_token');
      }
      const found = routes
        .filter(({ method }) => method === request.method)
        .map(({ pattern, handler }) => ({ match: pattern.exec(request.path), handler }))
        .find(({ match }) => match !== null);
      if (found === undefined) throw notFound();
      const { handler, match } = found;
      return await withWalletStore(db, async (store, tx) => {
        const requestKey =
          request.requestId === undefined ? null : `${request.method} ${request.path} ${request.requestId}`;
        const [done] =
          requestKey === null ? [] : await tx.select().from(requests).where(eq(requests.key, requestKey));
        if (done !== undefined) return { status: done.status, body: JSON.parse(done.body) as object };
        const response = await handler({
          store,
          id: match?.[1] ?? '',
          query: request.query,
          now: now(),
          key,
          read: (shape) => readShape(shape, request.body),
        });
        if (requestKey !== null) {
          const body = JSON.stringify(response.body);
          await tx
            .insert(requests)
            .values({ key: requestKey, status: response.status, body, createdAt: now() });
        }
        return response;
      });
    } catch (error) {
      if (error instanceof WalletProblem) return { status: error.status, body: error.body };
      throw error;
    }
  };
}

function readShape<T>(shape: v.GenericSchema<unknown, T>, body: string): T {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    throw new WalletProblem(400, 'INVALID_REQUEST', 'MALFORMED_REQUEST_JSON');
  }
  const read = v.safeParse(shape, json);
  if (!read.success) throw new WalletProblem(400, 'INVALID_REQUEST', read.issues[0].message);
  return read.output;
}
