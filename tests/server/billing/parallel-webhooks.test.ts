// Every event of a plan's life, sent many times at once with valid signatures: with its own id, and with other ids.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { withStore } from '../../../examples/sandbox/src/cards/api.ts';
import { advanceBilling } from '../../../examples/sandbox/src/cards/billing-cycle.ts';
import { createStore } from '../../../examples/sandbox/src/cards/store.ts';
import { sandboxCardObjects } from '../../../examples/sandbox/src/cards/tables.ts';
import { sandboxWalletObjects } from '../../../examples/sandbox/src/wallet/tables.ts';
import { transmissionHeaders } from '../../../examples/sandbox/src/wallet/transmission-signature.ts';
import { advanceWallet } from '../../../examples/sandbox/src/wallet/wallet-cycle.ts';
import { withWalletStore } from '../../../examples/sandbox/src/wallet/wallet-store.ts';
import { invoices, subscriptions, webhookEvents } from '../../../examples/server/src/db/schema/billing.ts';
import {
  mailsTo,
  newSession,
  newSubscriber,
  newWalletSubscriber,
  sharedBillingServer,
  signedEvent,
  subscriptionsOf,
} from './billing-support.ts';
import { DAY } from './support.ts';

/** The number of copies of an event with its own id, and of those with other ids. */
const TIMES = 4;

const server = sharedBillingServer({ frozen: true });

const db = () => server.context.db;

function send(provider: 'stripe' | 'paypal', event: object) {
  const body = JSON.stringify(event);
  const now = server.clock.now();
  if (provider === 'paypal') {
    const { key } = server.walletSandbox.access;
    const transmission = { id: randomUUID(), time: new Date(now).toISOString() };
    const headers = transmissionHeaders(body, transmission, key);
    return server.call('POST', '/api/webhooks/paypal', { body, headers });
  }
  const headers = { 'stripe-signature': signedEvent(server, event).signature };
  return server.call('POST', '/api/webhooks/stripe', { body, headers });
}

/** Sends an event until it is accepted, as a provider does. */
async function deliver(provider: 'stripe' | 'paypal', event: object): Promise<void> {
  for (;;) {
    const { status } = await send(provider, event);
    if (status === 200) return;
    // On a busy machine the sandbox of the provider may not respond in time.
    expect(status).toBeGreaterThanOrEqual(500);
  }
}

/** Moves the providers on without sending their events. */
async function advance(days: number): Promise<void> {
  server.clock.advance(days * DAY);
  const now = server.clock.now();
  await withStore(db(), (tx) => advanceBilling((at) => createStore(tx, () => at), Math.floor(now / 1000)));
  await withWalletStore(db(), (store) => advanceWallet(store, now));
}

/** The events about a plan, as the provider would send them. */
async function eventsOf(provider: 'stripe' | 'paypal', providerId: string): Promise<readonly object[]> {
  const table = provider === 'stripe' ? sandboxCardObjects : sandboxWalletObjects;
  const rows = (await db().select().from(table)).filter(({ kind }) => kind === 'event');
  return rows.map(({ body }) => body as object).filter((body) => JSON.stringify(body).includes(providerId));
}

async function begin(provider: 'stripe' | 'paypal') {
  const user = await (provider === 'stripe' ? newSubscriber : newWalletSubscriber)(server);
  const [plan] = await subscriptionsOf(server, user.token);
  return { user, providerId: String(plan?.provider_subscription_id) };
}

describe.each(['stripe', 'paypal'] as const)('by %s', (provider) => {
  it('stores and mails once when each event arrives many times [billing-server.webhook-replay]', async () => {
    const { user, providerId } = await begin(provider);
    // The end of the trial and a renewal.
    await advance(40);
    const events = await eventsOf(provider, providerId);
    expect(events.length).toBeGreaterThan(3);
    for (const event of events) {
      const copies = Array.from({ length: TIMES }, () => [
        event,
        { ...event, id: `${provider}-${randomUUID()}` },
      ]);
      await Promise.all(copies.flat().map((copy) => deliver(provider, copy)));
    }
    const token = await newSession(server, user.id);
    const [plan, ...others] = await subscriptionsOf(server, token);
    expect([plan?.provider_subscription_id, others]).toEqual([providerId, []]);
    const payments = provider === 'stripe' ? server.context.cards : server.context.wallet;
    const due = (await payments.listInvoices(providerId)).filter(({ status }) => status === 'paid');
    const [row] = (await db().select().from(subscriptions)).filter((one) => one.userId === user.id);
    const stored = (await db().select().from(invoices)).filter((one) => one.subscriptionId === row?.id);
    expect(
      stored
        .filter(({ status }) => status === 'paid')
        .map((one) => one.providerInvoiceId)
        .sort(),
    ).toEqual(due.map(({ id }) => id).sort());
    const subjects = (await mailsTo(server, user.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.startsWith('Receipt'))).toHaveLength(
      due.filter(({ amountCents }) => amountCents > 0).length,
    );
    expect(subjects.filter((subject) => subject === 'Your free trial has started')).toHaveLength(1);
    const ids = (await db().select().from(webhookEvents)).map(({ eventId }) => eventId);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
