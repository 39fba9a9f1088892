import { beforeAll, describe, expect, it } from 'vitest';
import { transmissionHeaders } from '../../../examples/sandbox/src/wallet/transmission-signature.ts';
import type { BillingContext } from '../../../examples/server/src/billing/billing.types.ts';
import { handleWalletWebhook } from '../../../examples/server/src/billing/webhooks.ts';
import { mails } from '../../../examples/server/src/db/schema/accounts.ts';
import { subscriptions, webhookEvents } from '../../../examples/server/src/db/schema/billing.ts';
import type { CallResponse } from '../../support/test-server.ts';
import { newWalletSubscriber, sharedBillingServer, subscriptionsOf } from './billing-support.ts';

const DAY = 86_400_000;

let providerId: string;
const server = sharedBillingServer({ frozen: true });
beforeAll(async () => {
  const { token } = await newWalletSubscriber(server);
  const [plan] = await subscriptionsOf(server, token);
  providerId = String(plan?.provider_subscription_id);
});

let count = 0;
const eventAbout = (id: string, type = 'BILLING.SUBSCRIPTION.CANCELLED', status = 'CANCELLED') => {
  count += 1;
  return {
    id: `WH-TEST-${count}`,
    event_type: type,
    resource_type: 'subscription',
    resource: { id, status },
  };
};

function send(
  event: unknown,
  changes: {
    webhookId?: string;
    secret?: string;
    tamper?: (body: string) => string;
    without?: string;
    /** The time in the header, and the signing key. */
    at?: string;
    signedAt?: string;
  } = {},
): Promise<CallResponse> {
  const { key } = server.walletSandbox.access;
  const body = JSON.stringify(event);
  const time = changes.signedAt ?? changes.at ?? new Date(server.clock.now()).toISOString();
  const transmission = { id: crypto.randomUUID(), time };
  const headers = transmissionHeaders(body, transmission, {
    webhookId: changes.webhookId ?? key.webhookId,
    secret: changes.secret ?? key.secret,
  });
  if (changes.at !== undefined) headers['paypal-transmission-time'] = changes.at;
  if (changes.without !== undefined) delete headers[changes.without];
  return server.call('POST', '/api/webhooks/paypal', { body: changes.tamper?.(body) ?? body, headers });
}

const rowOf = async () =>
  (await server.context.db.select().from(subscriptions)).find(
    (row) => row.providerSubscriptionId === providerId,
  );

describe('PayPal’s webhooks', () => {
  it('returns 400 for a webhook that PayPal did not send, and changes nothing [billing-server.webhook-forged] [billing-server.webhook-tampered]', async () => {
    const event = eventAbout(providerId);
    const responses = [
      await send(event, { secret: 'guessed' }),
      await send(event, { webhookId: 'WH-OTHER' }),
      await send(event, { tamper: (body) => body.replace('CANCELLED', 'ACTIVATED') }),
      await send(event, { without: 'paypal-transmission-sig' }),
      await send(event, { without: 'paypal-cert-url' }),
      await send(event, { tamper: () => '{' }),
      await send(event, { tamper: () => '[]' }),
      await send(event, { tamper: () => '' }),
      await server.call('POST', '/api/webhooks/paypal', { body: event }),
    ];
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 400));
    const kept = await server.context.db.select().from(webhookEvents);
    expect(kept.some(({ eventId }) => eventId === event.id)).toBe(false);
  });

  it('rejects a webhook with thousands of levels with 422, before it is parsed', async () => {
    const deep = await send(eventAbout(providerId), { tamper: () => '['.repeat(5000) + ']'.repeat(5000) });
    expect(deep.status).toBe(422);
  });

  it('reads the subscription again and ignores the state in a signed event [billing-server.webhook-untrusted]', async () => {
    expect((await send(eventAbout(providerId))).body).toMatchObject({ outcome: 'handled' });
    expect((await rowOf())?.status).toBe('trialing');
  });

  it('ignores a replay within 3 days as a duplicate and rejects it later [billing-server.webhook-replay] [billing-server.webhook-old]', async () => {
    const { db } = server.context;
    const event = eventAbout(providerId);
    const at = new Date(server.clock.now()).toISOString();
    expect((await send(event, { at })).body.outcome).toBe('handled');
    // A processed replay would read this from the provider and correct it.
    await db.update(subscriptions).set({ amountCents: 1 });
    const written = await db.select().from(mails);
    server.clock.advance(3 * DAY);
    expect(await send(event, { at })).toMatchObject({ status: 200, body: { outcome: 'duplicate' } });
    expect((await rowOf())?.amountCents).toBe(1);
    expect(await db.select().from(mails)).toEqual(written);

    server.clock.advance(1000);
    expect((await send(event, { at })).status).toBe(400);
    const held = eventAbout(providerId);
    const now = new Date(server.clock.now()).toISOString();
    expect((await send(held, { at })).status).toBe(400);
    expect((await send(held, { at: 'yesterday' })).status).toBe(400);
    // A new time invalidates the old signature.
    expect((await send(held, { signedAt: at, at: now })).status).toBe(400);
    expect((await db.select().from(webhookEvents)).some(({ eventId }) => eventId === held.id)).toBe(false);
    expect((await rowOf())?.amountCents).toBe(1);
    expect((await send(held)).body.outcome).toBe('handled');
    expect((await rowOf())?.amountCents).toBeGreaterThan(1);
  });

  it('returns 200 for unknown event types, objects and subscriptions', async () => {
    const unknown = [
      { id: 'WH-A', event_type: 'CUSTOMER.DISPUTE.CREATED', resource: { id: 'PP-D-1' } },
      { id: 'WH-B', event_type: 'A.TYPE.OF.TOMORROW' },
      eventAbout('I-NOBODYS'),
    ];
    for (const event of unknown) {
      expect(await send(event)).toMatchObject({ status: 200, body: { outcome: 'not-ours' } });
    }
  });

  it('stores the error of a failed event, and handles the event when it is sent again', async () => {
    const { context } = server;
    const event = eventAbout(providerId, 'BILLING.SUBSCRIPTION.UPDATED');
    const broken: BillingContext = {
      ...context,
      wallet: {
        ...context.wallet,
        readWebhook: async () => ({
          id: event.id,
          type: event.event_type,
          about: { kind: 'subscription', id: providerId },
        }),
        findSubscription: () => Promise.reject(new Error('down')),
      },
    };
    await expect(handleWalletWebhook(broken, '', new Headers())).rejects.toThrow('down');
    const row = (await context.db.select().from(webhookEvents)).find(({ eventId }) => eventId === event.id);
    expect(row).toMatchObject({ handledAt: null, attempts: 1, lastError: 'Error: down' });
    expect((await send(event)).body.outcome).toBe('handled');
  });

  it('returns 503 while PayPal cannot verify the webhook', async () => {
    // The last test: the sandbox does not start again.
    await server.walletSandbox.stop();
    const response = await send(eventAbout(providerId));
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  });
});
