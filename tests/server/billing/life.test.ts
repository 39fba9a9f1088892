// The life cycle of a subscription with `/dev/clock`, through the public API only.
import { closeNotSubscribed } from '@openbell/core/contract';
import { describe, expect, it } from 'vitest';
import { connect } from '../chat/support.ts';
import {
  buy,
  create,
  enrollByWallet,
  expiration,
  mailsTo,
  newSession,
  newSubscriber,
  newUser,
  paymentIntent,
  saveCard,
  sharedBillingServer,
  subscriptionsOf,
  type TestUser,
} from './billing-support.ts';

const DAY = 86_400_000;

const server = sharedBillingServer();

async function move(body: object): Promise<number> {
  const response = await server.call('POST', '/dev/clock', { body });
  if (response.status !== 200) throw new Error(response.text);
  return Date.parse(String(response.body.now));
}
const days = (count: number) => move({ advance: count * DAY });

const state = async (user: TestUser) => {
  const token = await newSession(server, user.id);
  const { active, status } = (await expiration(server, token)).body;
  return `${active} ${status}`;
};
const planOf = async (user: TestUser) => {
  const [plan] = await subscriptionsOf(server, await newSession(server, user.id));
  return plan;
};
const subjects = async ({ email }: TestUser) =>
  (await mailsTo(server, email)).map(({ subject }) => subject).reverse();

describe('/dev/clock', () => {
  it('reports the time, moves only forward and sets the Date header [billing-server.clock]', async () => {
    const before = await server.call('GET', '/dev/clock');
    expect(before.body).toMatchObject({ offset: expect.any(Number), now: expect.any(String) });
    const now = await days(2);
    const profile = await server.call('GET', '/api/web/program');
    expect(Math.abs(Date.parse(profile.headers.get('date') ?? '') - now)).toBeLessThan(60_000);
    expect(await move({ at: new Date(now + DAY).toISOString() })).toBeGreaterThanOrEqual(now + DAY);
    const refused = [
      { advance: -1 },
      { advance: 1.5 },
      { advance: '1' },
      { at: '2020-01-01T00:00:00Z' },
      { at: 'tomorrow' },
      { advance: 99 * 366 * DAY },
      {},
      { advance: 1, at: '2030-01-01T00:00:00Z' },
    ];
    for (const body of refused) {
      expect((await server.call('POST', '/dev/clock', { body })).status, JSON.stringify(body)).toBe(422);
    }
  });

  it('has an HTML page with buttons', async () => {
    const page = await server.call('GET', '/dev/clock', { headers: { accept: 'text/html' } });
    expect(page.text).toContain('<strong>Sandbox</strong>');
    const policy = page.headers.get('content-security-policy');
    expect(policy).toMatch(/style-src 'self'(;|$)/);
    expect(page.text).not.toContain('style=');
    const look = await server.call('GET', String(/rel="stylesheet" href="([^"]+)"/.exec(page.text)?.[1]));
    expect([look.status, look.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
    for (const name of ['+1 day', '+7 days', '+1 month']) expect(page.text).toContain(`>${name}</button>`);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const pressed = await server.call('POST', '/dev/clock', { body: 'move=%2B1+hour', headers: form });
    expect([pressed.status, pressed.headers.get('location')]).toEqual([303, '/dev/clock']);
    const foreign = { ...form, origin: 'https://evil.example' };
    expect(
      (await server.call('POST', '/dev/clock', { body: 'move=%2B1+hour', headers: foreign })).status,
    ).toBe(403);
  });
});

describe('the life of a plan', () => {
  it('by card: goes through trial, failed payment, retries and end [billing-server.life]', async () => {
    const user = await newUser(server);
    const card = await saveCard(server, user.token, '4000000000000341');
    expect((await create(server, user.token, card)).status).toBe(201);
    expect(await state(user)).toBe('true trialing');
    await days(6);
    expect(await state(user)).toBe('true trialing');
    // Stripe's test card that can be saved and declines every charge.
    await days(2);
    expect(await state(user)).toBe('true past_due');
    const failing = await planOf(user);
    expect(failing?.next_amount).toBe(50);
    expect(Date.parse(String(failing?.next_charge_at))).toBeGreaterThan(server.context.clock.now());
    await days(3);
    expect(await state(user)).toBe('false past_due');
    await days(10);
    expect(await state(user)).toBe('false null');
    expect(String((await planOf(user))?.status)).toBe('canceled');
    expect(await subjects(user)).toEqual([
      'Your free trial has started',
      'Your payment failed',
      'Your subscription has ended',
    ]);
    const token = await newSession(server, user.id);
    expect((await paymentIntent(server, token)).status).toBe(200);
  });

  it('recovers declined payments with a button of /dev/clock, by card and by wallet [billing-server.sandbox-recovery]', async () => {
    const [payer, walletPayer] = [await newUser(server), await newUser(server)];
    await buy(server, payer.token, '4000008260003178');
    await enrollByWallet(server, walletPayer.token, { account: 'recovers@example.com', funding: 'refuses' });
    await move({ advance: 3000 });
    expect(await state(walletPayer)).toBe('true trialing');
    await days(7.5);
    for (const user of [payer, walletPayer]) expect(await state(user)).toBe('true past_due');
    const look = async () =>
      (await server.call('GET', '/dev/clock', { headers: { accept: 'text/html' } })).text;
    expect(await look()).toContain('<form method="post" action="/dev/recover-payments">');

    const path = '/dev/recover-payments';
    const foreign = { headers: { origin: 'https://evil.example' } };
    expect((await server.call('POST', path, foreign)).status).toBe(403);
    expect(await state(payer)).toBe('true past_due');
    const pressed = await server.call('POST', path);
    expect([pressed.status, pressed.headers.get('location')]).toEqual([303, '/dev/clock']);
    for (const user of [payer, walletPayer]) {
      expect(await state(user)).toBe('true active');
      expect((await subjects(user)).filter((subject) => subject.startsWith('Receipt'))).toHaveLength(1);
    }
    expect(await look()).toContain('No payment waits to be tried again.');
    // After one successful payment the subscription continues.
    await days(32);
    for (const user of [payer, walletPayer]) expect(await state(user)).toBe('true active');
  });

  it('by card: charges each of three renewals once, and keeps access to the end after a cancel', async () => {
    const user = await newSubscriber(server, '5200828282828210');
    await days(7 + 65);
    const plan = await planOf(user);
    expect(await state(user)).toBe('true active');
    const receipts = (await subjects(user)).filter((subject) => subject.startsWith('Receipt'));
    const histories = plan?.subscription_histories as unknown as { amount: number; billed_at: string }[];
    const paid = histories.filter(({ amount }) => amount > 0);
    expect(paid.length).toBe(3);
    expect(receipts).toHaveLength(3);
    expect(new Set(paid.map(({ billed_at }) => billed_at.slice(0, 7))).size).toBe(3);
    const token = await newSession(server, user.id);
    expect((await server.call('POST', `/api/web/cancel-subscription/${plan?.id}`, { token })).status).toBe(
      200,
    );
    const end = Date.parse(String(plan?.current_period_end));
    await move({ at: new Date(end - 60_000).toISOString() });
    expect(await state(user)).toBe('true canceled');
    await move({ at: new Date(end + 1000).toISOString() });
    expect(await state(user)).toBe('false null');
    const later = (await subjects(user)).filter((subject) => subject.startsWith('Receipt'));
    expect(later).toHaveLength(3);
  });

  it('closes the socket with 4403 when access ends, and keeps it open through a renewal [billing-server.socket-expiry]', async () => {
    const stays = await newSubscriber(server, '2223003122003222');
    const ends = await newSubscriber(server, '5105105105105100');
    const plan = await planOf(ends);
    await server.call('POST', `/api/web/cancel-subscription/${plan?.id}`, { token: ends.token });
    const renewing = await connect(server.url, stays.token);
    const ending = await connect(server.url, ends.token);
    await days(10);
    expect((await ending.closed).code).toBe(closeNotSubscribed);
    expect(await renewing.closedAtOnce()).toBeNull();
    renewing.ws.terminate();
  });
});
