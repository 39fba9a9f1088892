import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BillingContext } from '../../../examples/server/src/billing/billing.types.ts';
import { withIdempotency } from '../../../examples/server/src/billing/idempotency.ts';
import { subscribe } from '../../../examples/server/src/billing/subscribe.ts';
import { claimTrial } from '../../../examples/server/src/billing/trials.ts';
import { openDatabase } from '../../../examples/server/src/db/open-database.ts';
import {
  billingCustomers,
  subscriptions,
  trialClaims,
} from '../../../examples/server/src/db/schema/billing.ts';
import { PaymentProviderError } from '../../../examples/server/src/providers/payments.types.ts';
import { hasPostgres, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import {
  create,
  enrollByWallet,
  expiration,
  newPerson,
  type Person,
  paymentIntent,
  saveCard,
  TRADE_IDEAS,
} from './people.ts';
import { stripeFor } from './support.ts';

const engines = hasPostgres ? (['pglite', 'postgres'] as const) : (['pglite'] as const);
if (!hasPostgres)
  console.warn('NOT RUN: the races of billing on a real PostgreSQL, because there is none here.');

describe.each(engines)('parallel billing requests on %s', (engine) => {
  let server: TestServer;
  let postgres: TestPostgres | null = null;
  beforeAll(async () => {
    if (engine === 'postgres') {
      postgres = await startPostgres();
      server = await startTestServer({ frozen: true, database: await openDatabase({ url: postgres.url }) });
    } else {
      server = await startTestServer({ frozen: true });
    }
  });
  afterAll(async () => {
    await server.close();
    await postgres?.stop();
  });

  const stripe = () => {
    if (server.cardSandbox === null) throw new Error('No card sandbox');
    return stripeFor(server.cardSandbox.access);
  };
  const rowsOf = async (person: Person) =>
    (await server.context.db.select().from(subscriptions)).filter((row) => row.userId === person.id);
  const customerOf = async (person: Person) =>
    (await server.context.db.select().from(billingCustomers)).find((row) => row.userId === person.id)
      ?.providerCustomerId ?? '';
  const providerHas = async (person: Person) =>
    (await stripe().subscriptions.list({ customer: await customerOf(person), status: 'all' })).data;

  it('makes one subscription of twenty creates with different keys', async () => {
    const person = await newPerson(server);
    const card = await saveCard(server, person.token, '4242424242424242');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => create(server, person.token, card, { key: `own-${index}` })),
    );
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.every((status) => [200, 201, 409].includes(status))).toBe(true);
    for (const busy of answers.filter((answer) => answer.status === 409)) {
      expect(busy.headers.get('retry-after')).toBe('1');
    }
    expect(await rowsOf(person)).toHaveLength(1);
    expect(await providerHas(person)).toHaveLength(1);
    expect((await create(server, person.token, card, { key: 'later' })).status).toBe(200);
  });

  it('runs twenty creates with one key once', async () => {
    const person = await newPerson(server);
    const card = await saveCard(server, person.token, '4242424242424242');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => create(server, person.token, card, { key: 'one' })),
    );
    const done = answers.filter((answer) => answer.status === 201);
    expect(done.length).toBeGreaterThan(0);
    expect(new Set(done.map((answer) => answer.text)).size).toBe(1);
    expect(answers.every((answer) => [201, 409].includes(answer.status))).toBe(true);
    expect(await providerHas(person)).toHaveLength(1);
  });

  it('makes one customer and one set-up intent of ten parallel payment intents', async () => {
    const person = await newPerson(server);
    const answers = await Promise.all(Array.from({ length: 10 }, () => paymentIntent(server, person.token)));
    expect(new Set(answers.map((answer) => answer.body.setupIntentClientSecret)).size).toBe(1);
  });

  it('makes and charges one plan when card and wallet are used at once [billing-server.one-plan]', async () => {
    for (let round = 0; round < 3; round += 1) {
      const person = await newPerson(server);
      const card = await saveCard(server, person.token, '4242424242424242');
      const account = `race-${engine}-${round}@example.com`;
      const { approveLink } = await enrollByWallet(server, person.token, { account });
      server.clock.advance(3000);
      await Promise.all([
        ...Array.from({ length: 3 }, () => create(server, person.token, card)),
        ...Array.from({ length: 3 }, () => expiration(server, person.token)),
        server.walletSandbox?.tick(),
      ]);
      server.clock.advance(3000);
      await expiration(server, person.token);
      await create(server, person.token, card);
      const rows = await rowsOf(person);
      expect(rows.filter(({ status }) => status !== 'canceled')).toHaveLength(1);
      const token = new URL(approveLink, server.url).searchParams.get('ba_token') ?? '';
      const approval = await server.walletSandbox?.findApproval(token);
      const charging = [
        ...(await providerHas(person)).filter(({ status }) => status !== 'canceled').map(() => 'card'),
        ...(approval?.shown.status === 'ACTIVE' ? ['wallet'] : []),
      ];
      expect(charging).toHaveLength(1);
    }
  });

  it('grants one trial per user and per card among parallel claims', async () => {
    const { db } = server.context;
    const people = await Promise.all(Array.from({ length: 6 }, () => newPerson(server)));
    const at = new Date(server.clock.now());
    const places = await db
      .insert(subscriptions)
      .values(
        people.map((person) => ({
          userId: person.id,
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

  it('returns 409 with Retry-After while the first request with a key runs, and recovers from a crash', async () => {
    const { db } = server.context;
    const person = await newPerson(server);
    const keyed = { userId: person.id, key: 'slow', request: { a: 1 } };
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

  it('returns the subscription already made, paid once, when its first response was lost', async () => {
    const person = await newPerson(server);
    const card = await saveCard(server, person.token, '5555555555554444');
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
    const payer = { userId: person.id, email: person.email, firstName: 'Pat Payer' };
    const body = { gateway: 'stripe', program_id: TRADE_IDEAS, term: 1, payment_method_id: card } as const;
    await expect(subscribe(lossy, payer, body)).rejects.toMatchObject({ status: 503, retryAfter: 5 });
    expect((await rowsOf(person)).map((row) => row.status)).toEqual(['pending']);
    const again = await create(server, person.token, card, { key: 'retry' });
    expect(again.status).toBe(201);
    const [made, ...more] = await providerHas(person);
    expect(more).toEqual([]);
    expect(again.body.subscription?.provider_subscription_id).toBe(made?.id);
    expect(await rowsOf(person)).toHaveLength(1);
  });

  it('makes one subscription on retry when the first request never reached the provider', async () => {
    const person = await newPerson(server);
    const card = await saveCard(server, person.token, '4242424242424242');
    const down: BillingContext = {
      ...server.context,
      cards: {
        ...server.context.cards,
        createSubscription: () => Promise.reject(new PaymentProviderError('unavailable', 'down')),
      },
    };
    const payer = { userId: person.id, email: person.email, firstName: 'Pat Payer' };
    const body = { gateway: 'stripe', program_id: TRADE_IDEAS, term: 1, payment_method_id: card } as const;
    await expect(subscribe(down, payer, body)).rejects.toMatchObject({ status: 503 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(server, person.token, card)));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    expect(await providerHas(person)).toHaveLength(1);
  });
});
