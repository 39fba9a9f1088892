import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { min } from 'drizzle-orm';
import type { Clock } from '../../../clock.ts';
import type { Db } from '../../../db/database.ts';
import { sandboxWalletObjects } from '../../../db/schema/wallet-sandbox.ts';
import type { Logger } from '../../../log.ts';
import { createWalletApi, type WalletApiRequest } from './wallet-api.ts';
import { advanceWallet, recoverPayments } from './wallet-cycle.ts';
import { randomWalletText } from './wallet-ids.ts';
import type { PlanObject, SubscriptionSecrets } from './wallet-objects.ts';
import { type StoredSubscription, withWalletStore } from './wallet-store.ts';
import { deliverDue, type SigningKey } from './wallet-webhooks.ts';

const BODY_LIMIT = 256 * 1024;
const TICK_MS = 500;

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
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;

  async function work(): Promise<void> {
    await withWalletStore(db, (store) => advanceWallet(store, now()));
    await deliverDue({ db, now, log, key, url: webhookUrl });
  }

  /** One at a time, in the order asked. */
  function tick(): Promise<void> {
    const next = running.then(work);
    running = next.catch(() => undefined);
    return next;
  }

  function arm(delay: number): void {
    if (stopped || !background) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      tick()
        .catch((error: unknown) => log.error('wallet-sandbox.tick-failed', { error }))
        .finally(() => arm(TICK_MS));
    }, delay);
    timer.unref();
  }

  const server = createServer((request, response) => {
    readRequest(request)
      .then(async (call) => {
        if (call === null) {
          response.writeHead(413).end();
          return;
        }
        const { status, body } = await api(call);
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(body === null ? undefined : JSON.stringify(body));
        if (call.method !== 'GET') arm(0);
      })
      .catch((error: unknown) => {
        log.error('wallet-sandbox.request-failed', { error, path: request.url?.split('?')[0] });
        if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ name: 'INTERNAL_SERVER_ERROR' }));
      });
  });
  const port = await listen(server);
  arm(0);

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
    async stop() {
      stopped = true;
      clearTimeout(timer);
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await running;
    },
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

/** The request as the API reads it, null when its body is too long. */
async function readRequest(request: IncomingMessage): Promise<WalletApiRequest | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > BODY_LIMIT) return null;
    chunks.push(bytes);
  }
  const url = new URL(request.url ?? '/', 'http://sandbox.invalid');
  const requestId = request.headers['paypal-request-id'];
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    body: Buffer.concat(chunks).toString('utf8'),
    authorization: request.headers.authorization ?? '',
    requestId: typeof requestId === 'string' ? requestId : undefined,
  };
}
