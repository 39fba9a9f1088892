import { min, type PaymentSandboxParts } from '@openbell/example-server';
import type { TimedSandbox } from '../clock/move-clock.ts';
import { headerOf, startSandboxApi } from '../sandbox-api.ts';
import { deliverDue } from '../webhook-deliveries.ts';
import { createApi, withStore } from './api.ts';
import { advanceBilling, recoverPayments } from './billing-cycle.ts';
import { randomText } from './ids.ts';
import { API_VERSION, createStore } from './store.ts';
import { sandboxCardDeliveries, sandboxCardObjects } from './tables.ts';
import { signWebhook } from './webhook-signature.ts';

/** Address and keys of the API. New at every start. */
export interface CardSandboxAccess {
  readonly host: string;
  readonly port: number;
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
}

/** A sandbox of Stripe: its API on a loopback port, renewals and webhooks. */
export interface CardSandbox extends TimedSandbox {
  readonly access: CardSandboxAccess;
  /** Stops listening and waits for pending work. */
  stop(): Promise<void>;
}

/** Starts the sandbox. Its data are in the database. */
export async function startCardSandbox({
  db,
  clock,
  log,
  webhookUrl,
  background,
}: PaymentSandboxParts): Promise<CardSandbox> {
  const now = () => Math.floor(clock.now() / 1000);
  const secretKey = `sk_test_${randomText(32)}`;
  const publishableKey = `pk_test_${randomText(32)}`;
  const webhookSecret = `whsec_${randomText(32)}`;
  const api = createApi({ db, now, secretKey, publishableKey });

  const { port, tick, stop } = await startSandboxApi({
    name: 'card-sandbox',
    log,
    background,
    async work() {
      await withStore(db, (tx) => advanceBilling((at) => createStore(tx, () => at), now()));
      await deliverDue({
        name: 'card-sandbox',
        db,
        tables: { objects: sandboxCardObjects, deliveries: sandboxCardDeliveries },
        now,
        second: 1,
        log,
        url: webhookUrl,
        headers: ({ body }) => ({
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signWebhook(body, webhookSecret, now()),
          'user-agent': `OpenbellCardSandbox/1.0 (${API_VERSION})`,
        }),
      });
    },
    handle: (request) =>
      api({
        method: request.method,
        path: request.url.pathname,
        query: request.url.search.slice(1),
        body: request.body,
        authorization: request.headers.authorization,
        idempotencyKey: headerOf(request, 'idempotency-key'),
      }),
    failure: { error: { type: 'api_error', message: 'The card sandbox failed.' } },
  });

  return {
    access: { host: '127.0.0.1', port, secretKey, publishableKey, webhookSecret },
    async nextDue() {
      const [next] = await db.select({ at: min(sandboxCardObjects.dueAt) }).from(sandboxCardObjects);
      return next?.at == null ? null : Number(next.at) * 1000;
    },
    tick,
    failing: () => withStore(db, async (tx) => (await createStore(tx, now).failing()).length),
    recover: () => withStore(db, (tx) => recoverPayments(createStore(tx, now), now())),
    stop,
  };
}
