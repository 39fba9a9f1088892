import { request as forward, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type CardSandbox,
  startCardSandbox,
} from '../../../../examples/sandbox/src/cards/create-card-sandbox.ts';
import { signWebhook } from '../../../../examples/sandbox/src/cards/webhook-signature.ts';
import type { CardProvider } from '../../../../examples/server/src/providers/cards/cards.types.ts';
import { createStripeCards } from '../../../../examples/server/src/providers/cards/stripe-cards.ts';
import { withTimeBudget } from '../../../../examples/server/src/providers/time-budget.ts';
import { serveLocally } from '../../../support/serve-locally.ts';
import { sharedByTests } from '../../../support/shared-by-tests.ts';
import { openSeeded } from '../../../support/test-server.ts';
import { confirmCard, silentLog, stripeFor, testClock } from '../../billing/support.ts';

/** A network fault before or after the provider receives a request. */
type Fault = 'none' | 'lose-response' | 'html' | 'hang' | 'trickle' | 'truncate' | 'conflict';

let sandbox: CardSandbox;
let fault: (path: string) => Fault = () => 'none';
let requests: { path: string; key: string | undefined }[] = [];
const clock = testClock();

const database = sharedByTests(openSeeded);
const network = sharedByTests(() =>
  serveLocally((incoming, response) => {
    const path = incoming.url ?? '';
    const key = incoming.headers['idempotency-key'];
    requests.push({ path, key: typeof key === 'string' ? key : undefined });
    const chosen = fault(path);
    if (chosen === 'hang') return;
    if (chosen === 'trickle') {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 20);
      response.once('close', () => clearInterval(drip));
      return;
    }
    if (chosen === 'html') {
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
      return;
    }
    const { host, port } = sandbox.access;
    if (chosen === 'conflict') {
      const error = {
        type: 'invalid_request_error',
        code: 'idempotency_key_in_use',
        message: 'There is currently another in-progress request using this idempotency key.',
      };
      response.writeHead(409, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
      return;
    }
    const passed = forward(
      { host, port, path, method: incoming.method, headers: incoming.headers },
      (proxied) => {
        if (chosen === 'lose-response') {
          proxied.resume();
          proxied.once('end', () => incoming.socket.destroy());
        } else if (chosen === 'truncate') {
          cut(response, proxied.statusCode ?? 200);
          proxied.resume();
        } else {
          response.writeHead(proxied.statusCode ?? 200, proxied.headers);
          proxied.pipe(response);
        }
      },
    );
    incoming.pipe(passed);
  }),
);

function cut(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end('{"id": "cus_');
}

beforeEach(async () => {
  fault = () => 'none';
  requests = [];
  sandbox = await startCardSandbox({
    db: database.db,
    clock,
    log: silentLog,
    webhookUrl: () => null,
    background: false,
  });
});
afterEach(() => sandbox.stop());

function cardsOver(options: { retries?: number; timeout?: number } = {}): CardProvider {
  return createStripeCards({
    secretKey: sandbox.access.secretKey,
    webhookSecrets: ['whsec_old', sandbox.access.webhookSecret],
    server: { host: '127.0.0.1', port: Number(new URL(network.url).port), protocol: 'http' },
    ...options,
  });
}

const user = { userId: 1, email: 'a@b.co', name: 'Ada' };

describe('cards over a bad network', () => {
  it('retries a lost response with the same key and makes one subscription', async () => {
    const cards = cardsOver();
    const customer = await cards.createCustomer({ ...user, idempotencyKey: 'c1' });
    const intent = await cards.createSetupIntent({
      customerId: customer.id,
      userId: 1,
      idempotencyKey: 's1',
    });
    const confirmed = await confirmCard(sandbox.access, intent.clientSecret ?? '', '4242424242424242');
    let lost = 0;
    fault = (path) => {
      if (path !== '/v1/subscriptions' || lost > 0) return 'none';
      lost += 1;
      return 'lose-response';
    };
    const made = await cards.createSubscription({
      customerId: customer.id,
      userId: 1,
      reference: 7,
      paymentMethodId: String(confirmed.body.payment_method),
      plan: { programSlug: 'x', programName: 'X', term: 1, amountCents: 5000, currency: 'usd' },
      trialDays: 0,
      idempotencyKey: 'sub:1:7',
    });
    expect(lost).toBe(1);
    expect(requests.filter(({ path }) => path === '/v1/subscriptions').map(({ key }) => key)).toEqual([
      'sub:1:7',
      'sub:1:7',
    ]);
    const all = await stripeFor(sandbox.access).subscriptions.list({ customer: customer.id, status: 'all' });
    expect(all.data.map(({ id }) => id)).toEqual([made.id]);
    expect((await cards.findSubscriptionByReference(customer.id, 7))?.id).toBe(made.id);
    expect(await cards.listInvoices(made.id)).toMatchObject([
      { amountCents: 5000, status: 'paid', subscriptionId: made.id },
    ]);
  });

  it.each(['html', 'hang', 'truncate', 'lose-response'] as const)(
    'reports %s as unavailable',
    async (kind) => {
      fault = () => kind;
      const cards = cardsOver({ retries: 0, timeout: 300 });
      await expect(cards.createCustomer({ ...user, idempotencyKey: `bad-${kind}` })).rejects.toMatchObject({
        name: 'PaymentProviderError',
        code: 'unavailable',
      });
    },
  );

  it('reports a call as unavailable while its first attempt is in progress at Stripe', async () => {
    fault = () => 'conflict';
    const cards = cardsOver({ retries: 0 });
    await expect(cards.createCustomer({ ...user, idempotencyKey: 'busy' })).rejects.toMatchObject({
      name: 'PaymentProviderError',
      code: 'unavailable',
    });
    await expect(cards.cancelSetupIntent('seti_1')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it.each(['hang', 'trickle'] as const)(
    'ends both attempts within the time budget of the request after %s',
    async (kind) => {
      fault = () => kind;
      const cards = cardsOver({ timeout: 3_600_000 });
      const found = withTimeBudget(200, () =>
        cards.createCustomer({ ...user, idempotencyKey: `slow-${kind}` }),
      );
      await expect(found).rejects.toMatchObject({ code: 'unavailable' });
      expect(requests.map(({ key }) => key)).toContain(`slow-${kind}`);
    },
  );

  it('leaves the second call only the remaining time budget', async () => {
    const cards = cardsOver({ timeout: 3_600_000 });
    const outcome = withTimeBudget(2_000, async () => {
      await cards.createCustomer({ ...user, idempotencyKey: 'quick' });
      fault = () => 'hang';
      return cards.findSubscription('sub_1');
    });
    await expect(outcome).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('returns null for missing objects and reports a rejected call', async () => {
    const cards = cardsOver({ retries: 0 });
    expect(await cards.findSubscription('sub_none')).toBeNull();
    expect(await cards.findInvoice('in_none')).toBeNull();
    expect(await cards.findFingerprint('pm_none')).toBeNull();
    expect(await cards.findSetupIntent('seti_none')).toBeNull();
    await cards.endSubscription('sub_none');
    await expect(
      cards.createSetupIntent({ customerId: 'cus_none', userId: 1, idempotencyKey: 'none' }),
    ).rejects.toMatchObject({ code: 'rejected' });
  });

  it('accepts signatures of any configured secret, and rejects others and old ones', () => {
    const cards = cardsOver();
    const body = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'x',
      data: { object: { id: 'sub_1', object: 'subscription' } },
    });
    const at = Math.floor(clock.now() / 1000);
    for (const secret of ['whsec_old', sandbox.access.webhookSecret]) {
      expect(cards.readWebhook(body, signWebhook(body, secret, at), clock.now())).toEqual({
        id: 'evt_1',
        type: 'x',
        about: { kind: 'subscription', id: 'sub_1' },
      });
    }
    expect(() => cards.readWebhook(body, signWebhook(body, 'whsec_other', at), clock.now())).toThrow(
      'signature',
    );
    expect(() => cards.readWebhook(body, signWebhook(body, 'whsec_old', at - 301), clock.now())).toThrow(
      'too old',
    );
  });
});
