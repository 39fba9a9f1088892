import { min, type PaymentSandboxParts } from '@openbell/example-server';
import type { TimedSandbox } from '../clock/move-clock.ts';
import { headerOf, startSandboxApi } from '../sandbox-api.ts';
import { deliverDue } from '../webhook-deliveries.ts';
import { sandboxWalletDeliveries, sandboxWalletObjects } from './tables.ts';
import { type SigningKey, transmissionHeaders } from './transmission-signature.ts';
import { createWalletApi } from './wallet-api.ts';
import { advanceWallet, recoverPayments } from './wallet-cycle.ts';
import { randomWalletText } from './wallet-ids.ts';
import type { PlanObject, SubscriptionSecrets } from './wallet-objects.ts';
import { type StoredSubscription, withWalletStore } from './wallet-store.ts';

/** Address and credentials of the API. New at every start. */
interface WalletSandboxAccess {
  readonly apiUrl: string;
  readonly clientId: string;
  readonly secret: string;
  readonly key: SigningKey;
}

/** A subscription that waits on the approve page, with its plan. */
export interface WaitingApproval extends StoredSubscription {
  readonly plan: PlanObject;
}

/** A sandbox of PayPal: its API on a loopback port, approvals, payments and webhooks. */
export interface WalletSandbox extends TimedSandbox {
  readonly access: WalletSandboxAccess;
  /** Returns the subscription of an approval token; null for an unknown one. */
  findApproval(token: string): Promise<WaitingApproval | null>;
  /** Approves by the wallet of this payer. Returns the address to return to. */
  approve(token: string, payer: SandboxPayer): Promise<string | null>;
  /** Confirms a revision with another funding source. Returns the address to return to; null for an unknown token. */
  revise(token: string, funding: SubscriptionSecrets['funding']): Promise<string | null>;
  /** Sets whether the charges of a subscription succeed. */
  setFunding(subscriptionId: string, funding: SubscriptionSecrets['funding']): Promise<void>;
  /** Stops listening and waits for pending work. */
  stop(): Promise<void>;
}

export interface SandboxPayer {
  /** The same for the same person's wallet. */
  readonly payerId: string;
  readonly funding: SubscriptionSecrets['funding'];
}

/** Starts the sandbox. Its data are in the database. */
export async function startWalletSandbox({
  db,
  clock,
  log,
  webhookUrl,
  background,
}: PaymentSandboxParts): Promise<WalletSandbox> {
  const now = () => clock.now();
  const clientId = `sandbox-${randomWalletText(24)}`;
  const secret = randomWalletText(40);
  const key: SigningKey = { webhookId: `WH-ID-${randomWalletText(12)}`, secret: randomWalletText(40) };
  const api = createWalletApi({ db, now, clientId, secret, key });
  const { port, tick, stop } = await startSandboxApi({
    name: 'wallet-sandbox',
    log,
    background,
    async work() {
      await withWalletStore(db, (store) => advanceWallet(store, now()));
      await deliverDue({
        name: 'wallet-sandbox',
        db,
        tables: { objects: sandboxWalletObjects, deliveries: sandboxWalletDeliveries },
        now,
        second: 1000,
        log,
        url: webhookUrl,
        headers: ({ id, attempts, body }) =>
          transmissionHeaders(body, { id: `${id}-${attempts}`, time: new Date(now()).toISOString() }, key),
      });
    },
    async handle(request) {
      const { status, body } = await api({
        method: request.method,
        path: request.url.pathname,
        query: request.url.searchParams,
        body: request.body,
        authorization: request.headers.authorization ?? '',
        requestId: headerOf(request, 'paypal-request-id'),
      });
      const headers = { 'content-type': 'application/json' };
      return { status, headers, body: body === null ? null : JSON.stringify(body) };
    },
    failure: { name: 'INTERNAL_SERVER_ERROR' },
  });

  return {
    access: { apiUrl: `http://127.0.0.1:${port}`, clientId, secret, key },
    findApproval: (token) =>
      withWalletStore(db, async (store) => {
        const found = await store.findByToken(token);
        const plan = found === undefined ? undefined : await store.find('plan', found.shown.plan_id);
        return found === undefined || plan === undefined ? null : { ...found, plan };
      }),
    approve: (token, { payerId, funding }) =>
      withWalletStore(db, async (store) => {
        const found = await store.findByToken(token);
        if (found === undefined) return null;
        const { shown, hidden } = found;
        if (shown.status === 'APPROVAL_PENDING') {
          await store.putSubscription({
            shown: {
              ...shown,
              status: 'APPROVED',
              status_update_time: new Date(now()).toISOString(),
              subscriber: { ...shown.subscriber, payer_id: payerId },
            },
            hidden: { ...hidden, funding },
          });
        }
        // As PayPal does: the ids are in the address.
        const back = new URL(hidden.returnUrl);
        back.searchParams.set('subscription_id', shown.id);
        back.searchParams.set('ba_token', token);
        return back.href;
      }),
    revise: (token, funding) =>
      withWalletStore(db, async (store) => {
        const found = await store.findByToken(token);
        if (found?.shown.status !== 'ACTIVE') return null;
        await store.putSubscription({ ...found, hidden: { ...found.hidden, funding } });
        return found.hidden.returnUrl;
      }),
    setFunding: (subscriptionId, funding) =>
      withWalletStore(db, async (store) => {
        const found = await store.findSubscription(subscriptionId);
        if (found === undefined) throw new Error(`The wallet sandbox has no subscription ${subscriptionId}.`);
        await store.putSubscription({ ...found, hidden: { ...found.hidden, funding } });
      }),
    async nextDue() {
      const [next] = await db.select({ at: min(sandboxWalletObjects.dueAt) }).from(sandboxWalletObjects);
      return next?.at == null ? null : Number(next.at);
    },
    tick,
    failing: () => withWalletStore(db, async (store) => (await store.failing()).length),
    recover: () => withWalletStore(db, (store) => recoverPayments(store, now())),
    stop,
  };
}
