import Stripe from 'stripe';
import {
  InvalidWebhookError,
  PaymentProviderError,
  type PricedPlan,
  type ProviderEvent,
  type ProviderInvoice,
  type ProviderSubscription,
} from '../payments.types.ts';
import { timeLeft } from '../time-budget.ts';
import type { CardProvider, NewSubscription } from './cards.types.ts';
import {
  idOf,
  isRenewing,
  isReversed,
  readInvoice,
  readSetupIntent,
  readSubscription,
} from './stripe-read.ts';

export interface StripeCardsOptions {
  readonly secretKey: string;
  /** Several during a rotation. Each of them is valid. */
  readonly webhookSecrets: readonly string[];
  /** Another server with the same API (the sandbox). */
  readonly server?: { readonly host: string; readonly port: number; readonly protocol: 'http' | 'https' };
  /** Replaces `fetch`. The sandbox writes its demo data before it listens. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Timeout of an attempt in milliseconds; less if the request has less time left (`time-budget.ts`). */
  readonly timeout?: number;
  /** Retries after a failed connection, with the same idempotency key. */
  readonly retries?: number;
}

/** Two attempts and the pause between them (0.5 s) fit into a request of 10 s. */
const ATTEMPT_MS = 4_000;

/** The objects that are read with a subscription. */
const expanded = ['latest_invoice', 'default_payment_method'] as const;

/** Maximum age of a webhook in seconds. */
const WEBHOOK_TOLERANCE = 300;

/** Card payments with Stripe's SDK, for Stripe and the sandbox. */
export function createStripeCards(options: StripeCardsOptions): CardProvider {
  const {
    secretKey,
    webhookSecrets,
    server,
    fetch = globalThis.fetch,
    timeout = ATTEMPT_MS,
    retries = 1,
  } = options;
  const stripe = new Stripe(secretKey, {
    ...(server === undefined ? {} : server),
    httpClient: withinBudget(
      Stripe.createFetchHttpClient((input, init = {}) =>
        fetch(String(input), { ...init, redirect: 'error' }),
      ),
    ),
    timeout,
    maxNetworkRetries: retries,
    telemetry: false,
    typescript: true,
  });

  return {
    createCustomer: ({ userId, email, name, idempotencyKey }) =>
      call(async () => {
        const customer = await stripe.customers.create(
          { email, name, metadata: { user_id: String(userId) } },
          { idempotencyKey },
        );
        return { id: customer.id };
      }),
    createSetupIntent: ({ customerId, userId, idempotencyKey }) =>
      call(async () =>
        readSetupIntent(
          await stripe.setupIntents.create(
            {
              customer: customerId,
              allowed_payment_method_types: ['card'],
              usage: 'off_session',
              metadata: { user_id: String(userId) },
            },
            { idempotencyKey },
          ),
        ),
      ),
    findSetupIntent: (id) => find(async () => readSetupIntent(await stripe.setupIntents.retrieve(id))),
    cancelSetupIntent: async (id) => {
      await end(() => stripe.setupIntents.cancel(id, { cancellation_reason: 'abandoned' }));
    },
    findFingerprint: (id) =>
      find(async () => (await stripe.paymentMethods.retrieve(id)).card?.fingerprint ?? null),
    createSubscription: (request) => call(() => createSubscription(stripe, request)),
    findSubscription: (id) =>
      find(async () =>
        withNextCharge(stripe, await stripe.subscriptions.retrieve(id, { expand: [...expanded] })),
      ),
    findSubscriptionByReference: (customerId, reference) =>
      call(async () => {
        const list = await stripe.subscriptions.list({
          customer: customerId,
          status: 'all',
          limit: 100,
          expand: expanded.map((field) => `data.${field}`),
        });
        const found = list.data.find((item) => item.metadata.subscription_id === String(reference));
        return found === undefined ? null : withNextCharge(stripe, found);
      }),
    stopRenewing: async (id) => {
      await end(() => stripe.subscriptions.update(id, { cancel_at_period_end: true }));
    },
    endSubscription: async (id) => {
      await find(() => stripe.subscriptions.cancel(id));
    },
    setSubscriptionCard: (id, paymentMethodId) =>
      call(async () => {
        await stripe.subscriptions.update(id, { default_payment_method: paymentMethodId });
      }),
    payInvoice: (id, paymentMethodId) => call(() => payInvoice(stripe, id, paymentMethodId)),
    findInvoice: (id) =>
      find(async () => withReversal(stripe, readInvoice(await stripe.invoices.retrieve(id)))),
    findInvoiceOfPayment: (paymentId) =>
      call(async () => {
        const payment = { type: 'payment_intent', payment_intent: paymentId };
        const { data } = await stripe.invoicePayments.list({ payment, limit: 1 });
        return idOf(data[0]?.invoice ?? null);
      }),
    listInvoices: (subscription) =>
      call(async () => {
        const { data } = await stripe.invoices.list({ subscription, limit: 100 });
        const found = data.map(readInvoice);
        const newest = found.find(isPayment);
        return Promise.all(
          found.map((invoice) => (invoice === newest ? withReversal(stripe, invoice) : invoice)),
        );
      }),
    refund: ({ invoiceId, amountCents, idempotencyKey }) =>
      call(async () => {
        const { data } = await stripe.invoicePayments.list({ invoice: invoiceId, status: 'paid', limit: 1 });
        const intent = idOf(data[0]?.payment.payment_intent ?? null);
        if (intent === null) throw new PaymentProviderError('rejected', 'The invoice has no card payment.');
        const refund = await stripe.refunds.create(
          { payment_intent: intent, amount: amountCents },
          { idempotencyKey },
        );
        return { id: refund.id };
      }),
    readWebhook: (body, signature, now) => readWebhook({ body, signature, now }, webhookSecrets),
  };
}

function isPayment({ status, amountCents }: ProviderInvoice): boolean {
  return status === 'paid' && amountCents > 0;
}

/** Reads whether the payment of an invoice was reversed. */
async function withReversal(stripe: Stripe, invoice: ProviderInvoice): Promise<ProviderInvoice> {
  if (!isPayment(invoice)) return invoice;
  const { data } = await stripe.invoicePayments.list({
    invoice: invoice.id,
    status: 'paid',
    limit: 1,
    expand: ['data.payment.payment_intent.latest_charge'],
  });
  const intent = data[0]?.payment.payment_intent;
  const charge = typeof intent === 'object' ? intent.latest_charge : null;
  if (charge === null || typeof charge === 'string') return invoice;
  // `disputed` stays true after a dispute was won.
  const disputes = charge.disputed ? await stripe.disputes.list({ charge: charge.id, limit: 100 }) : null;
  return { ...invoice, reversed: isReversed(charge, disputes?.data ?? []) };
}

type HttpClient = ReturnType<typeof Stripe.createFetchHttpClient>;

/**
 * Wraps the SDK's client so that an attempt ends with the time budget of the request. Only the client over `fetch` limits
 * a whole attempt; the one over `node:http` limits pauses, so a slow response could take forever.
 */
function withinBudget(client: HttpClient): HttpClient {
  return {
    getClientName: () => client.getClientName(),
    makeRequest: (...[host, port, path, method, headers, requestData, protocol, timeout]) =>
      client.makeRequest(host, port, path, method, headers, requestData, protocol, timeLeft(timeout)),
  };
}

async function createSubscription(stripe: Stripe, request: NewSubscription): Promise<ProviderSubscription> {
  const { customerId, userId, reference, paymentMethodId, plan, trialDays, idempotencyKey } = request;
  const price = await priceFor(stripe, plan);
  const subscription = await stripe.subscriptions.create(
    {
      customer: customerId,
      items: [{ price }],
      default_payment_method: paymentMethodId,
      off_session: true,
      // A declined card creates no incomplete subscription.
      payment_behavior: 'error_if_incomplete',
      expand: [...expanded],
      metadata: { user_id: String(userId), subscription_id: String(reference) },
      ...(trialDays === 0
        ? {}
        : {
            trial_period_days: trialDays,
            trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
          }),
    },
    { idempotencyKey },
  );
  return withNextCharge(stripe, subscription);
}

/** Reads a subscription with what its next renewal takes. Without a preview, the amount is missing rather than wrong. */
async function withNextCharge(
  stripe: Stripe,
  subscription: Stripe.Subscription,
): Promise<ProviderSubscription> {
  if (!isRenewing(subscription)) return readSubscription(subscription, null);
  const preview = await stripe.invoices
    .createPreview({ subscription: subscription.id }, { maxNetworkRetries: 0 })
    .catch(() => null);
  return readSubscription(subscription, preview);
}

async function payInvoice(stripe: Stripe, id: string, paymentMethodId: string): Promise<void> {
  try {
    await stripe.invoices.pay(id, { payment_method: paymentMethodId });
  } catch (error) {
    // Stripe rejects the payment of a paid invoice: its own retry, or another request, was faster.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    if ((await stripe.invoices.retrieve(id)).status !== 'paid') throw error;
  }
}

/** Finds or creates the price of a plan. Its key contains the amount, as prices are immutable. */
async function priceFor(stripe: Stripe, plan: PricedPlan): Promise<string> {
  const interval = plan.term === 1 ? 'month' : 'year';
  const key = `openbell_${plan.programSlug}_${interval}_${plan.currency}_${plan.amountCents}`;
  const find = async () => (await stripe.prices.list({ lookup_keys: [key], limit: 1 })).data[0]?.id;
  const found = await find();
  if (found !== undefined) return found;
  const product = `openbell_${plan.programSlug}`;
  await createOnce(() => stripe.products.create({ id: product, name: plan.programName }));
  const created = await createOnce(() =>
    stripe.prices.create({
      product,
      currency: plan.currency,
      unit_amount: plan.amountCents,
      recurring: { interval },
      lookup_key: key,
    }),
  );
  const id = created?.id ?? (await find());
  if (id === undefined) throw new PaymentProviderError('unavailable', `There is no price ${key}.`);
  return id;
}

/** Creates an object with a fixed id. Undefined if it exists. */
async function createOnce<T>(create: () => Promise<T>): Promise<T | undefined> {
  try {
    return await create();
  } catch (error) {
    const exists =
      error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_already_exists';
    if (exists) return undefined;
    throw error;
  }
}

interface SignedWebhook {
  readonly body: string;
  readonly signature: string;
  readonly now: number;
}

function readWebhook(webhook: SignedWebhook, secrets: readonly string[]): ProviderEvent {
  for (const secret of secrets) {
    const event = openWebhook(webhook, secret);
    if (event !== null) return { id: event.id, type: event.type, about: subjectOf(event) };
  }
  throw new InvalidWebhookError('The signature is invalid or too old.');
}

function openWebhook({ body, signature, now }: SignedWebhook, secret: string): Stripe.Event | null {
  try {
    return Stripe.webhooks.constructEvent(body, signature, secret, WEBHOOK_TOLERANCE, undefined, now);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError)
      return null;
    throw error;
  }
}

/** Events about a refund or a dispute. Their objects name the payment intent. */
const reversalEvent = /^(?:charge\.(?:refunded|refund\.|dispute\.)|refund\.)/;

/** Returns the type and id of an event's object; the object itself is read from Stripe. */
function subjectOf(event: Stripe.Event): ProviderEvent['about'] {
  // A preview has no id; it and a discount change what the next charge takes.
  if (event.type === 'invoice.upcoming') {
    const id = idOf(event.data.object.parent?.subscription_details?.subscription ?? null);
    return id === null ? null : { kind: 'subscription', id };
  }
  if (event.type.startsWith('customer.discount.')) {
    const { subscription } = event.data.object as Partial<Stripe.Discount>;
    return typeof subscription === 'string' ? { kind: 'subscription', id: subscription } : null;
  }
  const object: unknown = event.data.object;
  if (typeof object !== 'object' || object === null || !('id' in object) || typeof object.id !== 'string')
    return null;
  if (reversalEvent.test(event.type)) {
    const id = 'payment_intent' in object ? object.payment_intent : null;
    return typeof id === 'string' ? { kind: 'payment', id } : null;
  }
  const kind = 'object' in object ? object.object : undefined;
  return kind === 'subscription' || kind === 'invoice' ? { kind, id: object.id } : null;
}

/** Converts the SDK's errors to ours. */
async function call<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw toProviderError(error);
  }
}

/** Like `call`. Null for an unknown id. */
async function find<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return null;
    throw toProviderError(error);
  }
}

/** Like `call`, to end an object. Ignores one that does not exist or has ended. */
async function end(call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return;
    throw toProviderError(error);
  }
}

function toProviderError(error: unknown): unknown {
  if (error instanceof PaymentProviderError) return error;
  if (error instanceof Stripe.errors.StripeCardError) {
    return new PaymentProviderError('card-declined', error.message, { cause: error });
  }
  if (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError
  ) {
    return new PaymentProviderError('unavailable', 'The card provider did not respond.', { cause: error });
  }
  if (error instanceof Stripe.errors.StripeError) {
    return new PaymentProviderError('rejected', error.message, { cause: error });
  }
  return error;
}
