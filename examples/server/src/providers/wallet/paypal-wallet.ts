import * as v from 'valibot';
import { parseJson } from '../../parse-json.ts';
import { sha256Hex } from '../../security/tokens.ts';
import {
  InvalidWebhookError,
  PaymentProviderError,
  type PricedPlan,
  type ProviderEvent,
  type ProviderInvoice,
} from '../payments.types.ts';
import {
  createPaypalClient,
  type PaypalClient,
  type PaypalClientOptions,
  PaypalRejection,
} from './paypal-client.ts';
import { readPaypalPayment, readPaypalSubscription, takesBack } from './paypal-read.ts';
import {
  createdShape,
  disputeShape,
  disputesShape,
  type PaypalResource,
  planListShape,
  planOfShape,
  revisionShape,
  subscriptionShape,
  transactionsShape,
  verificationShape,
  webhookShape,
  writeMoney,
} from './paypal-shapes.ts';
import type { NewWalletSubscription, OpenedApproval, ReturnPages, WalletProvider } from './wallet.types.ts';

export interface PaypalWalletOptions extends PaypalClientOptions {
  /** The id of our webhook in PayPal's dashboard. Part of the signature. */
  readonly webhookId: string;
}

/** How far back payments are listed. */
const HISTORY_MS = 3 * 365 * 86_400_000;
const DAY_MS = 86_400_000;
/** Maximum age of a webhook: PayPal retries for three days. Repeated webhooks are recognized by their id. */
const WEBHOOK_TOLERANCE_MS = 3 * DAY_MS;

/** Subscriptions by PayPal's REST API, for PayPal and for the sandbox. */
export function createPaypalWallet(options: PaypalWalletOptions): WalletProvider {
  const client = createPaypalClient(options);
  const plans = new Map<string, Promise<string>>();

  /** Returns the id of the plan at PayPal, cached after the first successful lookup. */
  function planFor(plan: PricedPlan, trialDays: number): Promise<string> {
    const name = planName(plan, trialDays);
    const cached = plans.get(name);
    if (cached !== undefined) return cached;
    const found = findOrCreatePlan(client, plan, trialDays);
    plans.set(name, found);
    found.catch(() => plans.delete(name));
    return found;
  }

  const subscription = (id: string) => `/v1/billing/subscriptions/${encodeURIComponent(id)}`;
  const end = (id: string) =>
    ignoring(['SUBSCRIPTION_STATUS_INVALID', 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID'], () =>
      client.call({
        method: 'POST',
        path: `${subscription(id)}/cancel`,
        body: { reason: 'The member cancelled.' },
        shape: v.unknown(),
      }),
    );

  return {
    createSubscription: async (request) =>
      createSubscription(client, await planFor(request.plan, request.trialDays), request),
    async findSubscription(id) {
      try {
        return readPaypalSubscription(
          await client.call({
            method: 'GET',
            path: `${subscription(id)}?fields=plan`,
            shape: subscriptionShape,
          }),
        );
      } catch (error) {
        if (error instanceof PaypalRejection && error.status === 404) return null;
        throw error;
      }
    },
    activateSubscription: (id) =>
      // An active subscription rejects a second activation.
      ignoring(['SUBSCRIPTION_STATUS_INVALID'], () =>
        client.call({
          method: 'POST',
          path: `${subscription(id)}/activate`,
          body: { reason: 'Approved by the member.' },
          shape: v.unknown(),
        }),
      ),
    openRevision: (id, pages) => openRevision(client, subscription(id), pages),
    // PayPal cannot cancel at the period's end: cancelling stops the payments, and access lasts until our own end date.
    stopRenewing: end,
    endSubscription: end,
    async listInvoices(id) {
      const now = options.now();
      const query = new URLSearchParams({
        start_time: new Date(now - HISTORY_MS).toISOString(),
        end_time: new Date(now + DAY_MS).toISOString(),
      });
      const { transactions } = await client.call({
        method: 'GET',
        path: `${subscription(id)}/transactions?${query}`,
        shape: transactionsShape,
      });
      const found = transactions
        .map((transaction) => readPaypalPayment(transaction, id))
        .sort((left, right) => right.billedAt - left.billedAt)
        .slice(0, 100);
      const newest = found.find(({ status, amountCents }) => status === 'paid' && amountCents > 0);
      return Promise.all(
        found.map((payment) => (payment === newest ? withDispute(client, payment) : payment)),
      );
    },
    refund: ({ invoiceId, amountCents, currency, idempotencyKey }) =>
      client.call({
        method: 'POST',
        path: `/v2/payments/captures/${encodeURIComponent(invoiceId)}/refund`,
        body: { amount: { value: writeMoney(amountCents), currency_code: currency.toUpperCase() } },
        requestId: idempotencyKey,
        shape: createdShape,
      }),
    readWebhook: (body, headers) => readWebhook(client, options, { body, headers }),
  };
}

/** Reads whether a payment is disputed. Unknown for an app that may not read disputes. */
async function withDispute(client: PaypalClient, payment: ProviderInvoice): Promise<ProviderInvoice> {
  const disputes = '/v1/customer/disputes';
  try {
    const { items } = await client.call({
      method: 'GET',
      path: `${disputes}?${new URLSearchParams({ disputed_transaction_id: payment.id })}`,
      shape: disputesShape,
    });
    const found = await Promise.all(
      items.map(({ dispute_id: id }) =>
        client.call({ method: 'GET', path: `${disputes}/${encodeURIComponent(id)}`, shape: disputeShape }),
      ),
    );
    return { ...payment, reversed: found.some(takesBack) };
  } catch (error) {
    if (!(error instanceof PaypalRejection)) throw error;
    const { reversed: _, ...unknown } = payment;
    return unknown;
  }
}

/** Makes a call and ignores rejections with these issues. */
async function ignoring(issues: readonly string[], call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!(error instanceof PaypalRejection && issues.includes(error.issue))) throw error;
  }
}

/** Returns the name of a plan with its price and trial, so that another price is another plan. */
function planName(plan: PricedPlan, trialDays: number): string {
  const term = plan.term === 1 ? 'monthly' : 'yearly';
  const price = `${writeMoney(plan.amountCents)} ${plan.currency.toUpperCase()}`;
  return [plan.programName, term, price, ...(trialDays === 0 ? [] : [`${trialDays} days free`])].join(', ');
}

async function findOrCreatePlan(client: PaypalClient, plan: PricedPlan, trialDays: number): Promise<string> {
  const name = planName(plan, trialDays);
  // PayPal's ids have 50 characters at most.
  const productId = `OPENBELL-${plan.programSlug.toUpperCase()}`.slice(0, 50);
  await ignoring(['DUPLICATE_RESOURCE_IDENTIFIER'], () =>
    client.call({
      method: 'POST',
      path: '/v1/catalogs/products',
      body: { id: productId, name: plan.programName, type: 'SERVICE' },
      requestId: `product:${productId}`,
      shape: v.unknown(),
    }),
  );
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const list = await client.call({
      method: 'GET',
      path: `/v1/billing/plans?${new URLSearchParams({ product_id: productId, page_size: '20', page: String(page), total_required: 'true' })}`,
      shape: planListShape,
    });
    const found = list.plans.find((candidate) => candidate.name === name && candidate.status === 'ACTIVE');
    if (found !== undefined) return found.id;
    pages = list.total_pages;
  }
  const price = (cents: number) => ({
    fixed_price: { value: writeMoney(cents), currency_code: plan.currency.toUpperCase() },
  });
  const trial = {
    frequency: { interval_unit: 'DAY', interval_count: trialDays },
    tenure_type: 'TRIAL',
    sequence: 1,
    total_cycles: 1,
    pricing_scheme: price(0),
  };
  const created = await client.call({
    method: 'POST',
    path: '/v1/billing/plans',
    body: {
      product_id: productId,
      name,
      status: 'ACTIVE',
      billing_cycles: [
        ...(trialDays === 0 ? [] : [trial]),
        {
          frequency: { interval_unit: plan.term === 1 ? 'MONTH' : 'YEAR', interval_count: 1 },
          tenure_type: 'REGULAR',
          sequence: trialDays === 0 ? 1 : 2,
          // Until it is cancelled.
          total_cycles: 0,
          pricing_scheme: price(plan.amountCents),
        },
      ],
      payment_preferences: { auto_bill_outstanding: true, payment_failure_threshold: 3 },
    },
    // A header is ASCII, and PayPal accepts at most 108 characters.
    requestId: `plan:${sha256Hex(name)}`,
    shape: createdShape,
  });
  return created.id;
}

async function createSubscription(
  client: PaypalClient,
  planId: string,
  { userId, email, returnUrl, cancelUrl, idempotencyKey }: NewWalletSubscription,
): Promise<OpenedApproval> {
  const created = await client.call({
    method: 'POST',
    path: '/v1/billing/subscriptions',
    body: {
      plan_id: planId,
      custom_id: String(userId),
      subscriber: { email_address: email },
      application_context: {
        brand_name: 'Openbell',
        shipping_preference: 'NO_SHIPPING',
        // The user approves; this server activates.
        user_action: 'CONTINUE',
        return_url: returnUrl,
        cancel_url: cancelUrl,
      },
    },
    requestId: idempotencyKey,
    shape: subscriptionShape,
  });
  return { id: created.id, approveLink: approveLinkOf(created) };
}

/** Opens a revision to the same plan: on its page the payer may choose another way to pay. */
async function openRevision(
  client: PaypalClient,
  path: string,
  { returnUrl, cancelUrl }: ReturnPages,
): Promise<{ readonly approveLink: string }> {
  const { plan_id } = await client.call({ method: 'GET', path, shape: planOfShape });
  const revision = await client.call({
    method: 'POST',
    path: `${path}/revise`,
    body: {
      plan_id,
      application_context: {
        brand_name: 'Openbell',
        shipping_preference: 'NO_SHIPPING',
        return_url: returnUrl,
        cancel_url: cancelUrl,
      },
    },
    shape: revisionShape,
  });
  return { approveLink: approveLinkOf(revision) };
}

function approveLinkOf({ links }: v.InferOutput<typeof revisionShape>): string {
  const approveLink = links.find(({ rel }) => rel === 'approve')?.href;
  if (approveLink === undefined)
    throw new PaymentProviderError('unavailable', 'PayPal returned no approve link.');
  return approveLink;
}

const SIGNATURE_HEADERS = {
  auth_algo: 'paypal-auth-algo',
  cert_url: 'paypal-cert-url',
  transmission_id: 'paypal-transmission-id',
  transmission_sig: 'paypal-transmission-sig',
  transmission_time: 'paypal-transmission-time',
} as const;

/** Verifies a webhook with PayPal's API. The body must be unchanged. */
async function readWebhook(
  client: PaypalClient,
  { webhookId, now }: Pick<PaypalWalletOptions, 'webhookId' | 'now'>,
  { body, headers }: { readonly body: string; readonly headers: Headers },
): Promise<ProviderEvent> {
  const signature: Record<string, string> = {};
  for (const [field, header] of Object.entries(SIGNATURE_HEADERS)) {
    const value = headers.get(header) ?? '';
    if (value === '' || value.length > 2048) throw invalidWebhook();
    signature[field] = value;
  }
  // The time is part of the signature.
  const signedAt = Date.parse(signature.transmission_time ?? '');
  if (!(now() - signedAt <= WEBHOOK_TOLERANCE_MS)) throw invalidWebhook('It is too old.');
  const event = readEvent(body);
  const envelope = JSON.stringify({ ...signature, webhook_id: webhookId });
  const verified = await client
    .call({
      method: 'POST',
      path: '/v1/notifications/verify-webhook-signature',
      body: `${envelope.slice(0, -1)},"webhook_event":${body}}`,
      shape: verificationShape,
    })
    .catch((error: unknown) => {
      // PayPal could not parse the signature.
      if (error instanceof PaypalRejection && [400, 422].includes(error.status)) throw invalidWebhook();
      throw error;
    });
  if (verified.verification_status !== 'SUCCESS') throw invalidWebhook();
  return event;
}

function readEvent(body: string): ProviderEvent {
  const event = parseJson(webhookShape, body);
  if (event === null) throw invalidWebhook();
  const { id, event_type: type, resource } = event;
  const subscriptionId = type.startsWith('BILLING.SUBSCRIPTION.')
    ? resource.id
    : resource.billing_agreement_id;
  if (subscriptionId !== undefined) return { id, type, about: { kind: 'subscription', id: subscriptionId } };
  // Refunds, reversals and disputes name only the payment.
  const paymentId = paymentOf(type, resource);
  return { id, type, about: paymentId === undefined ? null : { kind: 'payment', id: paymentId } };
}

function paymentOf(type: string, resource: PaypalResource): string | undefined {
  if (/^PAYMENT\.SALE\.(?:REFUNDED|REVERSED)$/.test(type)) return resource.sale_id ?? resource.id;
  if (!type.startsWith('CUSTOMER.DISPUTE.')) return undefined;
  return resource.disputed_transactions[0]?.seller_transaction_id;
}

function invalidWebhook(reason = 'The signature is invalid.'): InvalidWebhookError {
  return new InvalidWebhookError(reason);
}
