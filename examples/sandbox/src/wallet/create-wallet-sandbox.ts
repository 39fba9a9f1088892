import type { Clock } from '../../../server/src/clock.ts';
import type { Db } from '../../../server/src/db/database.ts';
import { min } from '../../../server/src/db/query.ts';
import {
  sandboxWalletDeliveries,
  sandboxWalletObjects,
} from '../../../server/src/db/schema/wallet-sandbox.ts';
import type { Logger } from '../../../server/src/log.ts';
import { headerOf, startSandboxApi } from '../sandbox-api.ts';
import { deliverDue } from '../stand-in/webhook-deliveries.ts';
import { type SigningKey, transmissionHeaders } from './transmission-signature.ts';
import { createWalletApi } from './wallet-api.ts';
import { advanceWallet, recoverPayments } from './wallet-cycle.ts';
import { randomWalletText } from './wallet-ids.ts';
import type { PlanObject, SubscriptionSecrets } from './wallet-objects.ts';
import { type StoredSubscription, withWalletStore } from './wallet-store.ts';

export interface WalletSandboxOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  /** Where webhooks go; null while the server is not listening yet. */
  readonly webhookUrl: () => string | null;
  /** Whether payments and webhooks happen by themselves while it runs (default). Without, `tick()` makes them happen. */
  readonly background?: boolean;
}

/** Where the stand-in listens, and what opens it. All is new at every start and never leaves the machine. */
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

/** The wallet's stand-in: its API on a loopback port, its approve page's actions, its clockwork, its webhooks. */
export interface WalletSandbox {
  readonly access: WalletSandboxAccess;
  /** What the approve page of this token is about, null when there is none. */
  findApproval(token: string): Promise<WaitingApproval | null>;
  /** The person approves with the wallet of this payer. Returns where the wallet sends the browser. */
  approve(token: string, payer: SandboxPayer): Promise<string | null>;
  /** Whether the charges of a subscription go through from now on. */
  setFunding(subscriptionId: string, funding: SubscriptionSecrets['funding']): Promise<void>;
  /** When a payment is taken or tried again next, in milliseconds since the epoch; null for never. */
  nextDue(): Promise<number | null>;
  /** Lets payments that are due happen, then delivers the webhooks that are due. */
  tick(): Promise<void>;
  /** How many plans wait for a payment that was refused. */
  failing(): Promise<number>;
  /** Lets those payments go through now: their wallets are good from here on. */
  recover(): Promise<void>;
  /** Stops listening and waits for what is under way. */
  stop(): Promise<void>;
}

export interface SandboxPayer {
  /** The same for the same person's wallet. */
  readonly payerId: string;
  readonly funding: SubscriptionSecrets['funding'];
}

/** Starts the stand-in. What it knows is in the database, so a restart forgets nothing. */
export async function startWalletSandbox(options: WalletSandboxOptions): Promise<WalletSandbox> {
  const { db, clock, log, webhookUrl, background = true } = options;
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
    async answer(request) {
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
        // As PayPal does: the ids are in the address, for anybody to change.
        const back = new URL(hidden.returnUrl);
        back.searchParams.set('subscription_id', shown.id);
        back.searchParams.set('ba_token', token);
        return back.href;
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
