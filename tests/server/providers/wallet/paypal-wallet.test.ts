// The real PayPal client on a bad network, and with responses that the sandbox does not produce.
import { describe, expect, it } from 'vitest';
import type { PricedPlan } from '../../../../examples/server/src/providers/payments.types.ts';
import { withTimeBudget } from '../../../../examples/server/src/providers/time-budget.ts';
import { createPaypalWallet } from '../../../../examples/server/src/providers/wallet/paypal-wallet.ts';

const PLAN: PricedPlan = {
  programSlug: 'trade-ideas',
  programName: 'Ideen für Händler 🙂',
  term: 1,
  amountCents: 5000,
  currency: 'usd',
};
const NOW = Date.UTC(2026, 10, 21);

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: string;
}

type Outcome = Response | Error | 'hang';

const TOKEN_PATH = '/v1/oauth2/token';

/** A wallet whose network responses the test sets. Requests for a token succeed by default. */
function walletOver(
  response: (seen: Seen) => Outcome | undefined,
  { timeout = 50, tokenResponse = (_seen: Seen): Outcome | undefined => undefined } = {},
) {
  const seen: Seen[] = [];
  const wallet = createPaypalWallet({
    clientId: 'client',
    secret: 'secret',
    webhookId: 'WH-1',
    apiUrl: 'https://paypal.invalid',
    timeout,
    now: () => NOW,
    fetch: async (input, init = {}) => {
      const url = new URL(String(input));
      const call: Seen = {
        method: init.method ?? 'GET',
        path: url.pathname,
        headers: new Headers(init.headers),
        body: String(init.body ?? ''),
      };
      seen.push(call);
      const given = call.path === TOKEN_PATH ? tokenResponse(call) : response(call);
      if (given === undefined && call.path === TOKEN_PATH) {
        return Response.json({ access_token: `token-${seen.length}`, expires_in: 32_400 });
      }
      if (given === 'hang') {
        return new Promise((_resolve, reject) => {
          init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        });
      }
      if (given instanceof Error) throw given;
      return given ?? new Response(null, { status: 404 });
    },
  });
  return { wallet, seen };
}

const refusal = (status: number, issue: string) =>
  Response.json({ name: 'UNPROCESSABLE_ENTITY', details: [{ issue }] }, { status });
const active = (changes: object = {}) => ({
  id: 'I-1',
  status: 'ACTIVE',
  start_time: '2026-11-01T00:00:00Z',
  subscriber: { payer_id: 'PAYER' },
  billing_info: {
    outstanding_balance: { currency_code: 'USD', value: '0.0' },
    cycle_executions: [
      { tenure_type: 'TRIAL', sequence: 1, cycles_completed: 1, cycles_remaining: 0, total_cycles: 1 },
      { tenure_type: 'REGULAR', sequence: 2, cycles_completed: 2, cycles_remaining: 0, total_cycles: 0 },
    ],
    last_payment: { amount: { currency_code: 'USD', value: '50.0' }, time: '2026-11-08T10:00:00Z' },
    next_billing_time: '2026-12-08T10:00:00Z',
    failed_payments_count: 0,
    ...changes,
  },
});

describe('PayPal over a bad network', () => {
  const bad: readonly [string, () => Outcome][] = [
    ['no connection', () => new TypeError('fetch failed')],
    ['no response', () => 'hang'],
    ['a gateway’s page', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['a truncated response', () => new Response('{"id": "I-', { status: 200 })],
    ['a response of another shape', () => Response.json({ id: 1, status: 'NEW' })],
    ['too many requests', () => refusal(429, 'RATE_LIMIT_REACHED')],
  ];
  it.each(bad)('reports %s as unavailable [billing-server.paypal-errors]', async (_name, give) => {
    const { wallet } = walletOver(give);
    await expect(wallet.findSubscription('I-1')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it.each([TOKEN_PATH, '/v1/billing/subscriptions/I-1'])(
    'ends both attempts within the time budget of the request when %s hangs',
    async (hanging) => {
      const hang = ({ path }: Seen) => (path === hanging && seen.length > 2 ? 'hang' : undefined);
      const { wallet, seen } = walletOver((call) => hang(call) ?? refusal(401, 'invalid_token'), {
        timeout: 3_600_000,
        tokenResponse: hang,
      });
      const found = withTimeBudget(200, () => wallet.findSubscription('I-1'));
      await expect(found).rejects.toMatchObject({ code: 'unavailable' });
    },
  );

  it('renews a revoked token once, and shares one token between parallel calls', async () => {
    let refused = 0;
    const { wallet, seen } = walletOver(() => {
      refused += 1;
      return refused === 1 ? refusal(401, 'invalid_token') : Response.json(active());
    });
    await Promise.all([wallet.findSubscription('I-1'), wallet.findSubscription('I-2')]);
    await wallet.findSubscription('I-3');
    expect(seen.filter(({ path }) => path === TOKEN_PATH).length).toBeLessThanOrEqual(2);
    const always = walletOver(() => refusal(401, 'no'));
    await expect(always.wallet.findSubscription('I-1')).rejects.toMatchObject({ code: 'rejected' });
    expect(always.seen).toHaveLength(4);
  });

  it('reports wrong keys as rejected without retrying, and sends the secret only to the token URL', async () => {
    const tokenResponse = () => refusal(401, 'invalid_client');
    const { wallet, seen } = walletOver(() => undefined, { tokenResponse });
    await expect(wallet.findSubscription('I-1')).rejects.toMatchObject({ code: 'rejected' });
    expect(seen.map(({ path }) => path)).toEqual([TOKEN_PATH]);
    expect(seen[0]?.headers.get('authorization')).toBe(`Basic ${btoa('client:secret')}`);
  });

  it('creates product and plan once, and sends the subscription with its idempotency id', async () => {
    const { wallet, seen } = walletOver(({ method, path }) => {
      if (path === '/v1/catalogs/products') return refusal(422, 'DUPLICATE_RESOURCE_IDENTIFIER');
      if (path === '/v1/billing/plans') {
        return method === 'GET'
          ? Response.json({ plans: [] })
          : Response.json({ id: 'P-1' }, { status: 201 });
      }
      if (path === '/v1/billing/subscriptions') {
        const links = [
          { rel: 'approve', href: 'https://www.paypal.com/webapps/billing/subscriptions?ba_token=BA-1' },
        ];
        return Response.json({ id: 'I-1', status: 'APPROVAL_PENDING', links }, { status: 201 });
      }
      return undefined;
    });
    const request = {
      userId: 7,
      email: 'a@b.co',
      plan: PLAN,
      trialDays: 7,
      returnUrl: 'https://site.test/welcome',
      cancelUrl: 'https://site.test/',
      idempotencyKey: 'approval:7:0',
    };
    await wallet.createSubscription(request);
    const again = await wallet.createSubscription(request);
    expect(again.approveLink).toContain('https://www.paypal.com/');
    expect(seen.filter(({ method, path }) => method === 'POST' && path === '/v1/billing/plans')).toHaveLength(
      1,
    );
    const made = seen.filter(({ path }) => path === '/v1/billing/subscriptions');
    expect(made.map(({ headers }) => headers.get('paypal-request-id'))).toEqual([
      'approval:7:0',
      'approval:7:0',
    ]);
    expect(JSON.parse(made[0]?.body ?? '')).toMatchObject({
      plan_id: 'P-1',
      custom_id: '7',
      application_context: { user_action: 'CONTINUE', return_url: 'https://site.test/welcome' },
    });
  });

  it('accepts a status error from PayPal as success when activating, cancelling and ending', async () => {
    const { wallet } = walletOver(() => refusal(422, 'SUBSCRIPTION_STATUS_INVALID'));
    await wallet.activateSubscription('I-1');
    await wallet.stopRenewing('I-1');
    await wallet.endSubscription('I-1');
    const other = walletOver(() => refusal(422, 'SOMETHING_ELSE'));
    await expect(other.wallet.stopRenewing('I-1')).rejects.toMatchObject({ code: 'rejected' });
  });
});

describe('mapping of PayPal states', () => {
  const read = (body: object) => walletOver(() => Response.json(body)).wallet.findSubscription('I-1');

  it('maps active, trial, unpaid, suspended and ended subscriptions', async () => {
    expect(await read(active())).toMatchObject({
      phase: 'started',
      status: 'active',
      payerId: 'PAYER',
      currentPeriodStart: Date.UTC(2026, 10, 8, 10),
      currentPeriodEnd: Date.UTC(2026, 11, 8, 10),
      nextChargeAt: Date.UTC(2026, 11, 8, 10),
    });
    const trial = [
      { tenure_type: 'TRIAL', cycles_completed: 1 },
      { tenure_type: 'REGULAR', cycles_completed: 0 },
    ];
    expect(await read(active({ cycle_executions: trial }))).toMatchObject({
      status: 'trialing',
      trialEnd: Date.UTC(2026, 11, 8, 10),
    });
    const owing = {
      failed_payments_count: 1,
      outstanding_balance: { currency_code: 'USD', value: '50.00' },
      last_failed_payment: { time: '2026-11-20T00:00:00Z', next_payment_retry_time: '2026-11-25T00:00:00Z' },
    };
    expect(await read(active(owing))).toMatchObject({
      status: 'past_due',
      failingSince: Date.UTC(2026, 10, 20),
      nextChargeAt: Date.UTC(2026, 10, 25),
    });
    expect(await read({ ...active(owing), status: 'SUSPENDED' })).toMatchObject({
      status: 'unpaid',
      nextChargeAt: null,
    });
    expect(await read({ ...active(), status: 'SUSPENDED' })).toMatchObject({ status: 'paused' });
    for (const status of ['CANCELLED', 'EXPIRED']) {
      expect(await read({ ...active(), status })).toMatchObject({
        status: 'canceled',
        currentPeriodEnd: null,
      });
    }
    expect(await read({ id: 'I-1', status: 'APPROVAL_PENDING' })).toMatchObject({
      phase: 'waiting',
      payerId: null,
    });
    expect(await read({ id: 'I-1', status: 'APPROVED' })).toMatchObject({ phase: 'approved' });
  });

  const money = (value: string) => ({ currency_code: 'USD', value });
  const cycle = (tenure_type: string, value: string) => ({
    tenure_type,
    pricing_scheme: { fixed_price: money(value) },
  });
  const regular = cycle('REGULAR', '50.00');
  const trialLeft = [
    { tenure_type: 'TRIAL', cycles_completed: 1, cycles_remaining: 2 },
    { tenure_type: 'REGULAR', cycles_completed: 0 },
  ];
  const owing = { failed_payments_count: 2, outstanding_balance: money('75.00') };

  it.each([
    ['a plan', {}, {}, [regular], 5_000],
    ['a quantity', {}, { quantity: '3' }, [regular], 15_000],
    [
      'a last cycle of the trial',
      { cycle_executions: [{ ...trialLeft[0], cycles_remaining: 0 }] },
      {},
      [cycle('TRIAL', '1.00'), regular],
      5_000,
    ],
    ['a paid trial', { cycle_executions: trialLeft }, {}, [cycle('TRIAL', '1.00'), regular], 100],
    ['a free trial', { cycle_executions: trialLeft }, {}, [{ tenure_type: 'TRIAL' }, regular], 0],
    ['a failed payment', owing, {}, [regular], 7_500],
    ['a balance', { outstanding_balance: money('5.00') }, {}, [regular], null],
    ['a price in tiers', {}, {}, [{ tenure_type: 'REGULAR' }], null],
    ['prices that change', {}, {}, [regular, cycle('REGULAR', '60.00')], null],
  ])('reads the next charge of %s [billing-server.next-charge]', async (_, info, parts, cycles, amount) => {
    const found = await read({ ...active(info), ...parts, plan: { billing_cycles: cycles } });
    expect(found?.amountCents).toBe(amount);
  });

  it('reads no amount with tax on top, and keeps the stored one without a plan [billing-server.next-charge]', async () => {
    const taxes = { percentage: '8.9', inclusive: false };
    const taxed = await read({ ...active(), plan: { billing_cycles: [regular], taxes } });
    expect(taxed?.amountCents).toBeNull();
    const found = await read(active());
    expect(found?.amountCents).toBeUndefined();
  });

  const [OCTOBER, NOVEMBER] = ['2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z'];
  const payment = (id: string, value: string, time: string, status = 'COMPLETED') => ({
    ...{ id, status, time },
    amount_with_breakdown: { gross_amount: money(value) },
  });

  it.each<[string, (path: string) => Response | undefined, boolean | undefined]>([
    ['has no dispute', () => Response.json({}), false],
    ['is disputed', () => undefined, true],
    ['may not read disputes', () => refusal(403, 'NOT_AUTHORIZED'), undefined],
    [
      'has a dispute that is gone',
      (path) => (path.endsWith('/PP-D-1') ? refusal(404, 'RESOURCE_NOT_FOUND') : undefined),
      undefined,
    ],
  ])('reads a payment of an account that %s', async (_what, respond, reversed) => {
    const { wallet, seen } = walletOver(({ path }) => {
      if (path.endsWith('/transactions')) {
        const transactions = [payment('A', '50.00', OCTOBER), payment('B', '50.00', NOVEMBER)];
        return Response.json({ transactions });
      }
      const given = respond(path);
      if (given !== undefined) return given;
      return path.endsWith('/PP-D-1')
        ? Response.json({ status: 'UNDER_REVIEW', dispute_life_cycle_stage: 'CHARGEBACK' })
        : Response.json({ items: [{ dispute_id: 'PP-D-1' }] });
    });
    const found = await wallet.listInvoices('I-1');
    // Only the newest payment decides about access.
    expect(found.map((one) => [one.id, one.reversed])).toEqual([
      ['B', reversed],
      ['A', false],
    ]);
    expect(seen.filter(({ path }) => path === '/v1/customer/disputes')).toHaveLength(1);
  });

  it('fails when disputes cannot be read for now', async () => {
    const { wallet } = walletOver(({ path }) =>
      path.endsWith('/transactions')
        ? Response.json({ transactions: [payment('A', '50.00', OCTOBER)] })
        : new Response(null, { status: 503 }),
    );
    await expect(wallet.listInvoices('I-1')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('returns payments in exact cents, newest first, without an invoice link', async () => {
    const transactions = [payment('A', '19.99', OCTOBER), payment('B', '0.1', NOVEMBER, 'DECLINED')];
    const { wallet } = walletOver(() => Response.json({ transactions }));
    expect(await wallet.listInvoices('I-1')).toMatchObject([
      { id: 'B', amountCents: 10, status: 'uncollectible', pdf: null },
      { id: 'A', amountCents: 1999, status: 'paid', currency: 'usd', pdf: null },
    ]);
  });
});
