import { type CardProvider, type Clock, createStripeCards, type Db } from '@openbell/example-server';
import { createApi, withStore } from './api.ts';
import { advanceBilling } from './billing-cycle.ts';
import { createStore } from './store.ts';
import { sandboxCardDeliveries } from './tables.ts';

/** The card sandbox without a port, in one transaction, to write demo data. */
export interface InProcessCards {
  readonly provider: CardProvider;
  /** Confirms a set-up intent with a test card, as the card form does. */
  confirm(clientSecret: string, number: string): Promise<string>;
  /** Ends a subscription with its period. */
  cancelAtPeriodEnd(subscriptionId: string): Promise<void>;
  /** Runs the renewals until the clock's time. */
  advance(): Promise<void>;
  /** Deletes the queued webhooks. */
  dropWebhooks(): Promise<void>;
}

const SECRET_KEY = 'sk_test_in_process';
const PUBLISHABLE_KEY = 'pk_test_in_process';

/** Opens the sandbox on `db`, which may be a transaction. */
export function openInProcessCards(db: Db, clock: Clock): InProcessCards {
  const now = () => Math.floor(clock.now() / 1000);
  const api = createApi({ db, now, secretKey: SECRET_KEY, publishableKey: PUBLISHABLE_KEY });

  async function post(
    path: string,
    fields: Record<string, string>,
    key = SECRET_KEY,
  ): Promise<{ id: string }> {
    const response = await api({
      method: 'POST',
      path,
      query: '',
      body: new URLSearchParams(fields).toString(),
      authorization: `Bearer ${key}`,
      idempotencyKey: undefined,
    });
    if (response.status !== 200) throw new Error(`The card sandbox refused ${path}: ${response.body}`);
    return JSON.parse(response.body);
  }

  return {
    provider: createStripeCards({
      secretKey: SECRET_KEY,
      webhookSecrets: [],
      retries: 0,
      fetch: async (address, init) => {
        const url = new URL(address);
        const headers = new Headers(init.headers);
        const response = await api({
          method: init.method ?? 'GET',
          path: url.pathname,
          query: url.search.slice(1),
          body: typeof init.body === 'string' ? init.body : '',
          authorization: headers.get('authorization') ?? undefined,
          idempotencyKey: headers.get('idempotency-key') ?? undefined,
        });
        return new Response(response.body, { status: response.status, headers: response.headers });
      },
    }),
    async confirm(clientSecret, number) {
      const id = clientSecret.slice(0, clientSecret.indexOf('_secret_'));
      const intent = await post(
        `/v1/setup_intents/${id}/confirm`,
        {
          client_secret: clientSecret,
          'payment_method_data[type]': 'card',
          'payment_method_data[card][number]': number,
        },
        PUBLISHABLE_KEY,
      );
      if (!('payment_method' in intent) || typeof intent.payment_method !== 'string') {
        throw new Error(`The card ${number.slice(-4)} was not saved.`);
      }
      return intent.payment_method;
    },
    async cancelAtPeriodEnd(subscriptionId) {
      await post(`/v1/subscriptions/${subscriptionId}`, { cancel_at_period_end: 'true' });
    },
    async advance() {
      await withStore(db, (tx) => advanceBilling((at) => createStore(tx, () => at), now()));
    },
    async dropWebhooks() {
      await db.delete(sandboxCardDeliveries);
    },
  };
}
