import { describe, expect, it } from 'vitest';
import type { BillingContext } from '../../../examples/server/src/billing/billing.types.ts';
import { withIdempotency } from '../../../examples/server/src/billing/idempotency.ts';
import { subscribe } from '../../../examples/server/src/billing/subscribe.ts';
import { claimTrial } from '../../../examples/server/src/billing/trials.ts';
import {
  billingCustomers,
  subscriptions,
  trialClaims,
} from '../../../examples/server/src/db/schema/billing.ts';
import { PaymentProviderError } from '../../../examples/server/src/providers/payments.types.ts';
import { engines, sharedServer } from '../../support/test-server.ts';
import {
  create,
  enrollByWallet,
  expiration,
  newUser,
  paymentIntent,
  saveCard,
  type TestUser,
  TRADE_IDEAS,
} from './billing-support.ts';
import { deferred, stripeFor } from './support.ts';

describe.each(engines)('parallel billing requests on %s', (engine) => {
  const server = sharedServer({ frozen: true, engine });

  const stripe = () => stripeFor(server.cardSandbox.access);
  const rowsOf = async (user: TestUser) =>
    (await server.context.db.select().from(subscriptions)).filter((row) => row.userId === user.id);
  const customerOf = async (user: TestUser) =>
    (await server.context.db.select().from(billingCustomers)).find((row) => row.userId === user.id)
      ?.providerCustomerId ?? '';
  const providerHas = async (user: TestUser) =>
    (await stripe().subscriptions.list({ customer: await customerOf(user), status: 'all' })).data;

  it('creates one subscription when twenty requests with different keys arrive at once', async () => {
    const user = await newUser(server);
    const card = await saveCard(server, user.token, '4242424242424242');
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => create(server, user.token, card, { key: `own-${index}` })),
    );
    const statuses = responses.map((response) => response.status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.every((status) => [200, 201, 409].includes(status))).toBe(true);
    for (const busy of responses.filter((response) => response.status === 409)) {
      expect(busy.headers.get('retry-after')).toBe('1');
    }
    expect(await rowsOf(user)).toHaveLength(1);
    expect(await providerHas(user)).toHaveLength(1);
    expect((await create(server, user.token, card, { key: 'later' })).status).toBe(200);
  });

  it('runs twenty creates with one key once', async () => {
    const user = await newUser(server);
    const card = await saveCard(server, user.token, '4242424242424242');
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => create(server, user.token, card, { key: 'one' })),
    );
    const done = responses.filter((response) => response.status === 201);
    expect(done.length).toBeGreaterThan(0);
    expect(new Set(done.map((response) => response.text)).size).toBe(1);
    expect(responses.every((response) => [201, 409].includes(response.status))).toBe(true);
    expect(await providerHas(user)).toHaveLength(1);
  });

  it('creates one customer and one set-up intent when ten requests arrive at once', async () => {
    const user = await newUser(server);
    const responses = await Promise.all(Array.from({ length: 10 }, () => paymentIntent(server, user.token)));
    expect(new Set(responses.map((response) => response.body.setupIntentClientSecret)).size).toBe(1);
  });

  it('creates and charges one plan when card and wallet are used at once [billing-server.one-plan]', async () => {
    for (let round = 0; round < 3; round += 1) {
      const user = await newUser(server);
      const card = await saveCard(server, user.token, '4242424242424242');
      const account = `race-${engine}-${round}@example.com`;
      const { approveLink } = await enrollByWallet(server, user.token, { account });
      server.clock.advance(3000);
      await Promise.all([
        ...Array.from({ length: 3 }, () => create(server, user.token, card)),
        ...Array.from({ length: 3 }, () => expiration(server, user.token)),
        server.walletSandbox.tick(),
      ]);
      server.clock.advance(3000);
      await expiration(server, user.token);
      await create(server, user.token, card);
      const rows = await rowsOf(user);
      expect(rows.filter(({ status }) => status !== 'canceled')).toHaveLength(1);
      const token = new URL(approveLink, server.url).searchParams.get('ba_token') ?? '';
      const approval = await server.walletSandbox.findApproval(token);
      const charging = [
        ...(await providerHas(user)).filter(({ status }) => status !== 'canceled').map(() => 'card'),
        ...(approval?.shown.status === 'ACTIVE' ? ['wallet'] : []),
      ];
      expect(charging).toHaveLength(1);
    }
  });

  it('grants one trial per user and per card among parallel claims', async () => {
    const { db } = server.context;
    const people = await Promise.all(Array.from({ length: 6 }, () => newUser(server)));
    const at = new Date(server.clock.now());
    const places = await db
      .insert(subscriptions)
      .values(
        people.map((user) => ({
          userId: user.id,
          programId: TRADE_IDEAS,
          provider: 'stripe' as const,
          status: 'pending',
          period: 1 as const,
          createdAt: at,
          updatedAt: at,
        })),
      )
      .returning();
    const claims = await Promise.all(
      places.map((place) =>
        claimTrial(db, {
          userId: place.userId,
          source: { kind: 'card', value: `shared-${engine}` },
          subscriptionId: place.id,
          now: 0,
        }),
      ),
    );
    expect(claims.filter(Boolean)).toHaveLength(1);
    const kept = (await db.select().from(trialClaims)).filter((claim) =>
      places.some((place) => place.id === claim.subscriptionId),
    );
    expect(kept.map((claim) => claim.kind).sort()).toEqual(['card', 'user']);
  });

  it('keeps the trial when parallel requests claim it for the same subscription', async () => {
    const { db } = server.context;
    const user = await newUser(server);
    const at = new Date(server.clock.now());
    const [place] = await db
      .insert(subscriptions)
      .values({
        userId: user.id,
        programId: TRADE_IDEAS,
        provider: 'paypal',
        status: 'pending',
        period: 1,
        createdAt: at,
        updatedAt: at,
      })
      .returning();
    const claim = {
      userId: user.id,
      source: { kind: 'payer', value: `own-${engine}` },
      subscriptionId: place?.id ?? 0,
      now: 0,
    } as const;
    const claims = await Promise.all([1, 2, 3].map(() => claimTrial(db, claim)));
    expect(claims).toEqual([true, true, true]);
    const kept = (await db.select().from(trialClaims)).filter(
      ({ subscriptionId }) => subscriptionId === place?.id,
    );
    expect(kept.map(({ kind }) => kind).sort()).toEqual(['payer', 'user']);
  });

  it('returns 409 with Retry-After while the first request with a key runs, and recovers from a crash', async () => {
    const { db } = server.context;
    const user = await newUser(server);
    const keyed = { userId: user.id, key: 'slow', request: { a: 1 } };
    let finish = () => {};
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let begun = () => {};
    const started = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const first = withIdempotency({ db, now: server.clock.now }, keyed, async () => {
      begun();
      await held;
      return { status: 201, body: { n: 1 } };
    });
    await started;
    const second = () =>
      withIdempotency({ db, now: server.clock.now }, keyed, async () => ({ status: 201, body: { n: 2 } }));
    await expect(second()).rejects.toMatchObject({ status: 409, retryAfter: 1 });
    finish();
    expect(await first).toEqual({ status: 201, body: { n: 1 } });
    expect(await second()).toEqual({ status: 201, body: { n: 1 } });

    const crashed = { ...keyed, key: 'crashed' };
    let dead = () => {};
    const claimed = new Promise<void>((resolve) => {
      dead = resolve;
    });
    void withIdempotency({ db, now: server.clock.now }, crashed, () => {
      dead();
      return new Promise<{ status: number; body: unknown }>(() => {});
    });
    await claimed;
    server.clock.advance(61_000);
    const after = await withIdempotency({ db, now: server.clock.now }, crashed, async () => ({
      status: 201,
      body: { n: 3 },
    }));
    expect(after).toEqual({ status: 201, body: { n: 3 } });
  });

  it.each([
    ['succeeds', async () => ({ status: 201, body: { n: 1 } })],
    ['fails', () => Promise.reject(new Error('failed'))],
  ])('keeps the claim of the second request with a key when a slow first one %s', async (_, end) => {
    const { db } = server.context;
    const user = await newUser(server);
    const once = (work: () => Promise<{ status: number; body: unknown }>) =>
      withIdempotency({ db, now: server.clock.now }, { userId: user.id, key: 'slow', request: {} }, work);
    /** Starts a request; the function ends its work. */
    const begin = async (work: () => Promise<{ status: number; body: unknown }>) => {
      const begun = deferred();
      const held = deferred();
      const response = once(async () => {
        begun.resolve();
        await held.promise;
        return work();
      });
      await begun.promise;
      return () => {
        held.resolve();
        return response;
      };
    };
    const third = () => once(async () => ({ status: 201, body: { n: 3 } }));
    const first = await begin(end);
    server.clock.advance(61_000);
    const second = await begin(async () => ({ status: 201, body: { n: 2 } }));
    await first().catch(() => undefined);
    await expect(third()).rejects.toMatchObject({ status: 409 });
    expect(await second()).toEqual({ status: 201, body: { n: 2 } });
    expect(await third()).toEqual({ status: 201, body: { n: 2 } });
  });

  it('returns the subscription already made, paid once, when its first response was lost', async () => {
    const user = await newUser(server);
    const card = await saveCard(server, user.token, '5555555555554444');
    const real = server.context.cards;
    const lossy: BillingContext = {
      ...server.context,
      cards: {
        ...real,
        createSubscription: async (request) => {
          await real.createSubscription(request);
          throw new PaymentProviderError('unavailable', 'The connection was cut.');
        },
      },
    };
    const payer = { userId: user.id, email: user.email, firstName: 'Pat Payer' };
    const body = { gateway: 'stripe', program_id: TRADE_IDEAS, term: 1, payment_method_id: card } as const;
    await expect(subscribe(lossy, payer, body)).rejects.toMatchObject({ status: 503, retryAfter: 5 });
    expect((await rowsOf(user)).map((row) => row.status)).toEqual(['pending']);
    const again = await create(server, user.token, card, { key: 'retry' });
    expect(again.status).toBe(201);
    const [made, ...more] = await providerHas(user);
    expect(more).toEqual([]);
    expect(again.body.subscription?.provider_subscription_id).toBe(made?.id);
    expect(await rowsOf(user)).toHaveLength(1);
  });

  it('creates one subscription on retry when the first request never reached the provider', async () => {
    const user = await newUser(server);
    const card = await saveCard(server, user.token, '4242424242424242');
    const down: BillingContext = {
      ...server.context,
      cards: {
        ...server.context.cards,
        createSubscription: () => Promise.reject(new PaymentProviderError('unavailable', 'down')),
      },
    };
    const payer = { userId: user.id, email: user.email, firstName: 'Pat Payer' };
    const body = { gateway: 'stripe', program_id: TRADE_IDEAS, term: 1, payment_method_id: card } as const;
    await expect(subscribe(down, payer, body)).rejects.toMatchObject({ status: 503 });
    const responses = await Promise.all(Array.from({ length: 5 }, () => create(server, user.token, card)));
    expect(responses.filter((response) => response.status === 201)).toHaveLength(1);
    expect(await providerHas(user)).toHaveLength(1);
  });
});
