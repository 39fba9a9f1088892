// Billing jobs, and requests that billing always rejects.
import { EventEmitter, once } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import type { BillingContext } from '../../../examples/server/src/billing/billing.types.ts';
import { runBillingJobs } from '../../../examples/server/src/billing/jobs.ts';
import { subscribe } from '../../../examples/server/src/billing/subscribe.ts';
import { inArray, isNull } from '../../../examples/server/src/db/query.ts';
import { mails, users } from '../../../examples/server/src/db/schema/accounts.ts';
import {
  billingSetupIntents,
  subscriptions,
  trialClaims,
  walletApprovals,
} from '../../../examples/server/src/db/schema/billing.ts';
import { startHousekeeping } from '../../../examples/server/src/housekeeping.ts';
import { queueMail } from '../../../examples/server/src/mail/outbox.ts';
import { createErrorCounts } from '../../../examples/server/src/operate/error-counts.ts';
import { PaymentProviderError } from '../../../examples/server/src/providers/payments.types.ts';
import {
  answerWallet,
  confirm,
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
  TRADE_IDEAS,
} from './billing-support.ts';
import { deferred, stripeFor } from './support.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const server = sharedBillingServer({ frozen: true, config: { rateLimits: true } });

const stripe = () => stripeFor(server.cardSandbox.access);
const rowsOf = async (user: TestUser) =>
  (await server.context.db.select().from(subscriptions)).filter((row) => row.userId === user.id);

describe('jobs', () => {
  it('cancels an unused set-up intent after an hour and keeps a used one [billing-server.abandoned]', async () => {
    const left = await newUser(server);
    await paymentIntent(server, left.token);
    const used = await newUser(server);
    await saveCard(server, used.token, '4242424242424242');
    const intents = (await server.context.db.select().from(billingSetupIntents)).filter(({ userId }) =>
      [left.id, used.id].includes(userId),
    );
    const states = () =>
      Promise.all(
        intents.map(
          async ({ providerSetupIntentId }) =>
            (await stripe().setupIntents.retrieve(providerSetupIntentId)).status,
        ),
      );
    await runBillingJobs(server.context);
    expect(await states()).toEqual(['requires_payment_method', 'succeeded']);
    server.clock.advance(HOUR + 1000);
    await runBillingJobs(server.context);
    expect(await states()).toEqual(['canceled', 'succeeded']);
    await runBillingJobs(server.context);
    const again = await paymentIntent(server, left.token);
    expect(again.status).toBe(200);
  });

  it('keeps a set-up intent open for at least 30 minutes after its last use [billing-server.abandoned]', async () => {
    const { token } = await newUser(server);
    await paymentIntent(server, token);
    server.clock.advance(58 * 60_000);
    const secret = String((await paymentIntent(server, token)).body.setupIntentClientSecret);
    server.clock.advance(29 * 60_000);
    await runBillingJobs(server.context);
    expect((await confirm(server, secret, '4242424242424242')).status).toBe(200);
  });

  it('finds a purchase whose response was lost, and frees the place of one that failed', async () => {
    const { context } = server;
    const lost = new PaymentProviderError('unavailable', 'lost');
    const purchase = async (work: (real: BillingContext['cards']) => BillingContext['cards']) => {
      const user = await newUser(server);
      const card = await saveCard(server, user.token, '5555555555554444');
      const payer = { userId: user.id, email: user.email, firstName: 'Pat' };
      const body = { gateway: 'stripe', program_id: TRADE_IDEAS, term: 1, payment_method_id: card } as const;
      const cards = work(context.cards);
      await expect(subscribe({ ...context, cards }, payer, body)).rejects.toMatchObject({ status: 503 });
      return user;
    };
    const made = await purchase((real) => ({
      ...real,
      createSubscription: async (request) => {
        await real.createSubscription(request);
        throw lost;
      },
    }));
    const nothing = await purchase((real) => ({ ...real, createSubscription: () => Promise.reject(lost) }));
    expect((await rowsOf(made)).map(({ status }) => status)).toEqual(['pending']);
    server.clock.advance(2 * HOUR);
    await runBillingJobs(context);
    expect((await expiration(server, made.token)).body.active).toBe(true);
    expect(await rowsOf(nothing)).toEqual([]);
  });

  it('keeps an interrupted purchase that the user continues while the job reads the provider', async () => {
    const { context } = server;
    const { cards, db } = context;
    const user = await newUser(server);
    const buyWith = async (createSubscription: typeof cards.createSubscription) => {
      const card = await saveCard(server, await newSession(server, user.id), '3056930009020004');
      return subscribe(
        { ...context, cards: { ...cards, createSubscription } },
        { userId: user.id, email: user.email, firstName: 'Pat' },
        { gateway: 'stripe', program_id: TRADE_IDEAS, term: 1, payment_method_id: card },
      );
    };
    const down = buyWith(() => Promise.reject(new PaymentProviderError('unavailable', 'down')));
    await expect(down).rejects.toMatchObject({ status: 503 });
    const claims = async () =>
      (await db.select().from(trialClaims)).filter(({ value }) => value === String(user.id));
    expect(await claims()).toHaveLength(1);
    server.clock.advance(2 * HOUR);

    const creating = deferred();
    const jobsDone = deferred();
    let bought: ReturnType<typeof subscribe> | undefined;
    const [row] = await rowsOf(user);
    const findSubscriptionByReference: typeof cards.findSubscriptionByReference = async (customer, id) => {
      const found = await cards.findSubscriptionByReference(customer, id);
      if (id !== row?.id) return found;
      bought = buyWith(async (request) => {
        creating.resolve();
        await jobsDone.promise;
        return cards.createSubscription(request);
      });
      await creating.promise;
      return found;
    };
    await runBillingJobs({ ...context, cards: { ...cards, findSubscriptionByReference } });
    jobsDone.resolve();
    expect((await bought)?.status).toBe(201);
    expect((await rowsOf(user)).map(({ status }) => status)).toEqual(['trialing']);
    expect(await claims()).toHaveLength(1);
  });

  it('requests a renewal whose webhook was lost', async () => {
    const user = await newSubscriber(server, '378282246310005');
    const [plan] = await subscriptionsOf(server, user.token);
    const { context } = server;
    const renewed = await stripe().subscriptions.retrieve(String(plan?.provider_subscription_id));
    const end = (renewed.items.data[0]?.current_period_end ?? 0) + 30 * 86_400;
    const cards: BillingContext['cards'] = {
      ...context.cards,
      findSubscription: async (id) => {
        const found = await context.cards.findSubscription(id);
        return found === null ? null : { ...found, status: 'active', currentPeriodEnd: end * 1000 };
      },
    };
    server.clock.advance(32 * DAY);
    await runBillingJobs({ ...context, cards });
    const token = await newSession(server, user.id);
    const [after] = await subscriptionsOf(server, token);
    expect(after?.current_period_end).toBe(new Date(end * 1000).toISOString());
  });

  it('requests a renewal although the reads of more plans than fit into a run fail', async () => {
    const { context } = server;
    const { clock } = server;
    const { db } = context;
    const at = new Date(clock.now());
    const people = await db
      .insert(users)
      .values(
        Array.from({ length: 60 }, (_, index) => ({
          email: `failing-${index}@example.com`,
          firstName: 'Pat',
          createdAt: at,
          updatedAt: at,
        })),
      )
      .returning({ userId: users.id });
    await db.insert(subscriptions).values(
      people.map(({ userId }) => ({
        userId,
        programId: TRADE_IDEAS,
        provider: 'paypal' as const,
        providerSubscriptionId: `I-FAILING${userId}`,
        status: 'active',
        period: 1 as const,
        currentPeriodEnd: new Date(clock.now() + 7 * DAY),
        createdAt: at,
        updatedAt: at,
      })),
    );
    const user = await newSubscriber(server, '378282246310005');
    const [plan] = await rowsOf(user);
    clock.advance(32 * DAY);
    const currentPeriodEnd = clock.now() + 30 * DAY;
    const reads: string[] = [];
    const cards: BillingContext['cards'] = {
      ...context.cards,
      findSubscription: async (id) => {
        reads.push(id);
        const found = await context.cards.findSubscription(id);
        return found === null ? null : { ...found, status: 'active', currentPeriodEnd };
      },
    };
    const findSubscription = () => Promise.reject(new PaymentProviderError('unavailable', 'down'));
    const wallet = { ...context.wallet, findSubscription };
    // Each run reads 50 of at least 61 plans.
    for (let run = 0; run < 20; run += 1) await runBillingJobs({ ...context, cards, wallet });
    await db.delete(subscriptions).where(
      inArray(
        subscriptions.userId,
        people.map(({ userId }) => userId),
      ),
    );
    expect(reads).toContain(plan?.providerSubscriptionId);
  });

  it('abandons an expired approval that fails for a day, unless its plan may have started', async () => {
    const { context } = server;
    const { clock } = server;
    const { db, wallet } = context;
    const lost = await newUser(server);
    await paymentIntent(server, lost.token, { gateway: 'paypal' });
    const started = await newUser(server);
    await enrollByWallet(server, started.token, { account: 'failing@example.com' });
    const down = new PaymentProviderError('unavailable', 'down');
    const outcomeOf = async ({ id }: TestUser) =>
      (await db.select().from(walletApprovals)).find(({ userId }) => userId === id)?.outcome;
    // The plan is stored, and the response to its activation is lost.
    await runBillingJobs({
      ...context,
      wallet: { ...wallet, activateSubscription: () => Promise.reject(down) },
    });
    const failing = { ...context, wallet: { ...wallet, findSubscription: () => Promise.reject(down) } };
    clock.advance(23 * HOUR);
    await runBillingJobs(failing);
    expect([await outcomeOf(lost), await outcomeOf(started)]).toEqual([null, null]);
    clock.advance(5 * HOUR);
    await runBillingJobs(failing);
    expect([await outcomeOf(lost), await outcomeOf(started)]).toEqual(['abandoned', null]);
    await runBillingJobs(context);
    expect(await outcomeOf(started)).toBe('subscribed');
  });

  it('completes an approval after the page was closed, and drops one that the user never completes', async () => {
    const closed = await newUser(server);
    await enrollByWallet(server, closed.token, { account: 'closed@example.com' });
    const silent = await newUser(server);
    const intent = await paymentIntent(server, silent.token, { gateway: 'paypal' });
    await runBillingJobs(server.context);
    expect((await expiration(server, closed.token)).body.active).toBe(true);
    server.clock.advance(4 * HOUR);
    await runBillingJobs(server.context);
    const outcomes = (await server.context.db.select().from(walletApprovals)).filter(
      ({ userId }) => userId === silent.id,
    );
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['abandoned']);
    await answerWallet(server, String(intent.body.approveLink), { account: 'silent@example.com' });
    await runBillingJobs(server.context);
    expect(await rowsOf(silent)).toEqual([]);
  });

  it('sends mails while PayPal responds slowly, reads each approval once, and ends with the job', async () => {
    const { context, clock } = server;
    const { db } = context;
    await db.delete(mails);
    for (const user of [await newUser(server), await newUser(server)])
      await paymentIntent(server, user.token, { gateway: 'paypal' });
    const open = await db.select().from(walletApprovals).where(isNull(walletApprovals.outcome));
    const steps = new EventEmitter();
    const [asked, response, sent] = ['asked', 'response', 'sent'].map((step) => once(steps, step));
    let responses = 0;
    const findSubscription = async () => {
      steps.emit('asked');
      await response;
      await db.select().from(walletApprovals).limit(1);
      responses += 1;
      return null;
    };
    const mail = {
      send: async () => void steps.emit('sent'),
      deletesSentTexts: false,
      close: () => undefined,
    };
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const stop = startHousekeeping(
        { ...context, wallet: { ...context.wallet, findSubscription }, mail },
        createErrorCounts(),
      );
      vi.advanceTimersByTime(30_000);
      await asked;
      await queueMail(db, { to: 'ada@example.com', subject: 'A code', text: 'Text' }, clock.now() - 1);
      vi.advanceTimersByTime(60_000);
      await sent;
      const stopped = stop();
      steps.emit('response');
      await stopped;
      expect(responses).toBe(open.length);
    } finally {
      vi.useRealTimers();
    }
  });

  it('ends a wallet plan that PayPal suspended as unpaid, and sends one notice', async () => {
    const user = await newUser(server);
    await enrollByWallet(server, user.token, { account: 'unpaid@example.com', funding: 'refuses' });
    await runBillingJobs(server.context);
    server.clock.advance(8 * DAY);
    await server.walletSandbox.tick();
    server.clock.advance(12 * DAY);
    await server.walletSandbox.tick();
    expect((await rowsOf(user)).map(({ status }) => status)).toEqual(['unpaid']);
    await runBillingJobs(server.context);
    await server.walletSandbox.tick();
    const [row] = await rowsOf(user);
    expect(row?.status).toBe('canceled');
    expect((await server.context.wallet.findSubscription(String(row?.providerSubscriptionId)))?.status).toBe(
      'canceled',
    );
    expect((await mailsTo(server, user.email)).map(({ subject }) => subject)).toEqual([
      'Your subscription has ended',
      'Your payment failed',
      'Your free trial has started',
    ]);
  });

  it('runs the other jobs when one fails', async () => {
    const { context } = server;
    const user = await newUser(server);
    await enrollByWallet(server, user.token, { account: 'others@example.com' });
    await paymentIntent(server, user.token);
    server.clock.advance(HOUR + 1000);
    const broken: BillingContext = {
      ...context,
      cards: { ...context.cards, findSetupIntent: () => Promise.reject(new Error('down')) },
    };
    await runBillingJobs(broken);
    expect((await expiration(server, user.token)).body.active).toBe(true);
  });
});

describe('rejected requests', () => {
  it('limits polling to twice a second and limits the number of new payment intents [billing-server.throttle]', async () => {
    const { token } = await newUser(server);
    const other = await newUser(server);
    const polls = await Promise.all([1, 2, 3, 4].map(() => expiration(server, token)));
    expect(polls.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429]);
    const refused = polls.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toBe('1');
    expect(refused?.body.retry_after).toBe(1);
    expect((await expiration(server, other.token)).status).toBe(200);
    server.clock.advance(1001);
    expect((await expiration(server, token)).status).toBe(200);
    const intents = await Promise.all(Array.from({ length: 22 }, () => paymentIntent(server, token)));
    expect(intents.filter(({ status }) => status === 429)).toHaveLength(12);
  });

  it('ignores price, trial, status and user id sent by the client [billing-server.mass-assignment]', async () => {
    const user = await newUser(server);
    const victim = await newUser(server);
    const extra = {
      amount: 1,
      monthly_price: 0,
      trial_days: 365,
      trial: true,
      status: 'active',
      user_id: victim.id,
      expired_at: '2099-01-01T00:00:00Z',
      customer: 'cus_other',
    };
    const intent = await paymentIntent(server, user.token, extra);
    expect(intent.status).toBe(200);
    const card = await saveCard(server, user.token, '6011000990139424');
    const created = await server.call('POST', '/api/web/create-subscription', {
      token: user.token,
      body: { gateway: 'stripe', program_id: TRADE_IDEAS, term: 1, payment_method_id: card, ...extra },
    });
    expect(created.body.subscription).toMatchObject({ status: 'trialing', next_amount: 50 });
    const trialEnd = Date.parse(String(created.body.subscription?.trial_ends_at));
    expect(Math.round((trialEnd - server.clock.now()) / DAY)).toBe(7);
    expect(await rowsOf(victim)).toEqual([]);
    const plan = created.body.subscription?.id;
    const cancelled = await server.call('POST', `/api/web/cancel-subscription/${plan}`, {
      token: victim.token,
      body: { user_id: user.id, id: plan },
    });
    expect(cancelled.status).toBe(404);
  });
});
