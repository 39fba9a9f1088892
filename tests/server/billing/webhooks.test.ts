import { EventEmitter, once } from 'node:events';
import { beforeEach, describe, expect, it } from 'vitest';
import { sandboxCardDeliveries, sandboxCardObjects } from '../../../examples/sandbox/src/cards/tables.ts';
import type { BillingContext } from '../../../examples/server/src/billing/billing.types.ts';
import { subscribe } from '../../../examples/server/src/billing/subscribe.ts';
import { syncSubscription } from '../../../examples/server/src/billing/sync.ts';
import { handleCardWebhook } from '../../../examples/server/src/billing/webhooks.ts';
import { eq, isNull } from '../../../examples/server/src/db/query.ts';
import { mails } from '../../../examples/server/src/db/schema/accounts.ts';
import { subscriptions, webhookEvents } from '../../../examples/server/src/db/schema/billing.ts';
import type { CallResponse } from '../../support/test-server.ts';
import {
  buy,
  expiration,
  newSubscriber,
  newUser,
  saveCard,
  sharedBillingServer,
  signedEvent,
  subscriptionsOf,
  type TestUser,
} from './billing-support.ts';
import { stripeFor } from './support.ts';

const DAY = 86_400_000;

const server = sharedBillingServer({ frozen: true });

const stripe = () => stripeFor(server.cardSandbox.access);

/** Sends an event like the provider; `changes` make it invalid. */
function send(
  event: unknown,
  changes: { secret?: string; at?: number; tamper?: (body: string) => string; signature?: string } = {},
): Promise<CallResponse> {
  const { body, signature } = signedEvent(server, event, changes);
  return server.call('POST', '/api/webhooks/stripe', {
    body: changes.tamper?.(body) ?? body,
    headers: { 'stripe-signature': changes.signature ?? signature },
  });
}

let count = 0;
const eventAbout = (object: unknown, type = 'customer.subscription.updated') => {
  count += 1;
  return {
    id: `evt_test_${count}`,
    object: 'event',
    api_version: null,
    type,
    data: { object },
    livemode: false,
  };
};

const rowOf = async (providerId: string) =>
  (await server.context.db.select().from(subscriptions)).find(
    (row) => row.providerSubscriptionId === providerId,
  );

const events = () => server.context.db.select().from(webhookEvents);

describe('webhooks', () => {
  let user: TestUser;
  let providerId: string;
  beforeEach(async () => {
    user = await newUser(server);
    const created = await buy(server, user.token);
    providerId = String(created.body.subscription?.provider_subscription_id);
  });

  it('returns 400 for missing or invalid signatures, and changes nothing [billing-server.webhook-forged] [billing-server.webhook-tampered]', async () => {
    const event = eventAbout({ id: providerId, object: 'subscription', status: 'canceled' });
    const refused = [
      await send(event, { secret: 'whsec_wrong' }),
      await send(event, { tamper: (body) => body.replace('canceled', 'active__') }),
      await send(event, { signature: '' }),
      await send(event, { signature: 't=1,v1=zz' }),
      await server.call('POST', '/api/webhooks/stripe', { body: event }),
    ];
    expect(refused.map((response) => response.status)).toEqual([400, 400, 400, 400, 400]);
    expect((await events()).some((row) => row.eventId === event.id)).toBe(false);
    expect((await expiration(server, user.token)).body.active).toBe(true);
  });

  it('reads the state from the provider and ignores the state in a signed event [billing-server.webhook-untrusted]', async () => {
    const response = await send(eventAbout({ id: providerId, object: 'subscription', status: 'canceled' }));
    expect(response.status).toBe(200);
    expect((await rowOf(providerId))?.status).not.toBe('canceled');
  });

  it('ignores a replay within 5 minutes as a duplicate and rejects it later [billing-server.webhook-replay] [billing-server.webhook-old]', async () => {
    // A replay by an attacker: the same bytes and signature.
    const event = eventAbout({ id: providerId, object: 'subscription' });
    const sentAt = server.clock.now();
    const replay = () => send(event, { at: sentAt });
    expect((await replay()).body.outcome).toBe('handled');
    // A processed replay would read this from the provider and correct it.
    const { db } = server.context;
    await db.update(subscriptions).set({ amountCents: 1 });
    const written = await db.select().from(mails);
    server.clock.advance(300_000);
    expect(await replay()).toMatchObject({ status: 200, body: { outcome: 'duplicate' } });
    expect((await rowOf(providerId))?.amountCents).toBe(1);
    expect(await db.select().from(mails)).toEqual(written);

    server.clock.advance(1000);
    expect((await replay()).status).toBe(400);
    // An event that was held back until now is rejected, too.
    const held = eventAbout({ id: providerId, object: 'subscription' });
    expect((await send(held, { at: sentAt })).status).toBe(400);
    expect((await events()).some((row) => row.eventId === held.id)).toBe(false);
    expect((await rowOf(providerId))?.amountCents).toBe(1);
    // The same event with a new signature of the provider is processed.
    expect((await send(held)).body.outcome).toBe('handled');
    expect((await rowOf(providerId))?.amountCents).toBeGreaterThan(1);
  });

  it('returns 200 for unknown event types and objects', async () => {
    const responses = [
      await send(eventAbout({ id: 'ch_1', object: 'charge' }, 'charge.captured')),
      await send(eventAbout({ id: 'sub_of_somebody', object: 'subscription' })),
      await send(eventAbout({ id: 'in_of_somebody', object: 'invoice' }, 'invoice.paid')),
      await send(eventAbout(null, 'a.type.of.tomorrow')),
    ];
    expect(responses.map((response) => response.status)).toEqual([200, 200, 200, 200]);
  });

  it('keeps a newer read when an older one completes later', async () => {
    const real = server.context.cards;
    const events = new EventEmitter();
    const read = once(events, 'read');
    const slow: BillingContext = {
      ...server.context,
      cards: {
        ...real,
        findSubscription: async (id) => {
          const found = await real.findSubscription(id);
          events.emit('read');
          await once(events, 'continue');
          return found;
        },
      },
    };
    const { body, signature } = signedEvent(server, eventAbout({ id: providerId, object: 'subscription' }));
    const late = handleCardWebhook(slow, body, signature);
    await read;
    await stripe().subscriptions.update(providerId, { cancel_at_period_end: true });
    await server.cardSandbox.tick();
    events.emit('continue');
    await late;
    expect((await rowOf(providerId))?.cancelAtPeriodEnd).toBe(true);
  });

  it('marks a cancelled plan as canceled at once and keeps access until expired_at', async () => {
    await stripe().subscriptions.update(providerId, { cancel_at_period_end: true });
    await server.cardSandbox.tick();
    expect((await expiration(server, user.token)).body).toMatchObject({ active: true, status: 'canceled' });
    const [shown] = await subscriptionsOf(server, user.token);
    expect(shown?.status).toBe('canceled');
    const profile = await server.call('GET', '/api/web/profile', { token: user.token });
    expect(profile.body.user?.expired_at).toBe(shown?.current_period_end);
    server.clock.advance(32 * DAY);
    await server.cardSandbox.tick();
    const again = await server.signIn(user.email as `${string}@${string}`);
    expect((await expiration(server, again)).body).toEqual({ active: false, status: null, message: null });
  });

  it('stores the error of a failed event, and handles the event when it is sent again', async () => {
    const real = server.context.cards;
    const broken: BillingContext = {
      ...server.context,
      cards: { ...real, findSubscription: () => Promise.reject(new Error('down')) },
    };
    const event = eventAbout({ id: providerId, object: 'subscription' });
    const { body, signature } = signedEvent(server, event);
    await expect(handleCardWebhook(broken, body, signature)).rejects.toThrow('down');
    const failed = (await events()).find((row) => row.eventId === event.id);
    expect(failed).toMatchObject({ handledAt: null, attempts: 1 });
    expect(failed?.lastError).toContain('down');
    expect((await send(event)).body.outcome).toBe('handled');
  });

  it('sends no provider ids or secrets to the browser', async () => {
    await server.cardSandbox.tick();
    const profile = await server.call('GET', '/api/web/profile', { token: user.token });
    expect(profile.text).not.toMatch(/cus_|pm_|evt_|customer_email|secret/);
  });
});

describe('a webhook that arrives before the response', () => {
  it('finds the row by its reference and leaves one active row', async () => {
    const { token, id, email } = await newUser(server);
    const card = await saveCard(server, token, '4242424242424242');
    const real = server.context.cards;
    const early: BillingContext = {
      ...server.context,
      cards: {
        ...real,
        createSubscription: async (request) => {
          const made = await real.createSubscription(request);
          await server.cardSandbox.tick();
          const rows = await server.context.db.select().from(subscriptions);
          expect(rows.find((row) => row.userId === id)).toMatchObject({
            providerSubscriptionId: made.id,
            status: made.status,
          });
          return made;
        },
      },
    };
    const done = await subscribe(
      early,
      { userId: id, email, firstName: 'Pat Payer' },
      { gateway: 'stripe', program_id: 1, term: 1, payment_method_id: card },
    );
    expect(done.status).toBe(201);
    expect(await subscriptionsOf(server, token)).toHaveLength(1);
  });
});

describe('the sandbox', () => {
  it('stores every webhook as delivered once the server has taken it', async () => {
    const pending = () =>
      server.context.db.select().from(sandboxCardDeliveries).where(isNull(sandboxCardDeliveries.deliveredAt));
    await newSubscriber(server);
    const sent = await pending();
    expect(sent.length).toBeGreaterThan(3);
    await server.cardSandbox.tick();
    expect(await pending()).toEqual([]);
    const known = new Set((await events()).filter((row) => row.handledAt !== null).map((row) => row.eventId));
    expect(sent.filter(({ eventId }) => !known.has(eventId))).toEqual([]);
    expect(
      server.logLines.filter((line) => line.includes('webhook-failed') && !line.includes('down')),
    ).toEqual([]);
  });
});

describe('the next charge in the profile, after the provider’s data changed', () => {
  async function change(id: string, parts: object): Promise<{ readonly customer?: string }> {
    const { db } = server.context;
    const [stored] = await db.select().from(sandboxCardObjects).where(eq(sandboxCardObjects.id, id));
    const body = { ...stored?.body, ...parts };
    await db.update(sandboxCardObjects).set({ body }).where(eq(sandboxCardObjects.id, id));
    return body;
  }

  it.each([
    ['the price', 0, {}, { next_amount: 50 }],
    ['the price less credit', -1_250, {}, { next_amount: 37.5 }],
    ['nothing to pay', -9_000, {}, { next_amount: 0 }],
    [
      'no date of a paused collection',
      0,
      { pause_collection: { behavior: 'void', resumes_at: null } },
      { status: 'paused', next_amount: null, next_charge_at: null },
    ],
  ])('is %s [billing-server.next-charge]', async (_, balance, parts, expected) => {
    const user = await newSubscriber(server);
    const [plan] = await subscriptionsOf(server, user.token);
    const id = String(plan?.provider_subscription_id);
    const { customer } = await change(id, parts);
    await change(String(customer), { balance });
    await syncSubscription(server.context, 'stripe', id);
    const [shown] = await subscriptionsOf(server, user.token);
    expect(shown).toMatchObject({ next_charge_at: plan?.next_charge_at, ...expected });
    expect((await expiration(server, user.token)).body.active).toBe(true);
  });
});
