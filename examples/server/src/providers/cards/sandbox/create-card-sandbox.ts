import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { min } from 'drizzle-orm';
import type { Clock } from '../../../clock.ts';
import type { Db } from '../../../db/database.ts';
import { sandboxCardObjects } from '../../../db/schema/card-sandbox.ts';
import type { Logger } from '../../../log.ts';
import { API_VERSION, type ApiRequest, createApi, withStore } from './api.ts';
import { advanceBilling, recoverPayments } from './billing-cycle.ts';
import { randomText } from './ids.ts';
import { createStore } from './store.ts';
import { deliverDue } from './webhooks.ts';

const BODY_LIMIT = 256 * 1024;
const TICK_MS = 500;

export interface CardSandboxOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  /** Where webhooks go; null while the server is not listening yet. */
  readonly webhookUrl: () => string | null;
  /** Whether renewals and webhooks happen by themselves while it runs (default). Without, `tick()` makes them happen. */
  readonly background?: boolean;
}

/** Where the stand-in listens and which keys open it. All are new at every start and never leave the machine. */
export interface CardSandboxAccess {
  readonly host: string;
  readonly port: number;
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
}

/** The card provider's stand-in: its API on a loopback port, its clockwork, its webhooks. */
export interface CardSandbox {
  readonly access: CardSandboxAccess;
  /** When a subscription renews, is tried again or ends next, in milliseconds since the epoch; null for never. */
  nextDue(): Promise<number | null>;
  /** Lets renewals that are due happen, then delivers the webhooks that are due. */
  tick(): Promise<void>;
  /** How many plans wait for a renewal that was refused. */
  failing(): Promise<number>;
  /** Lets those renewals go through now: their cards are good from here on. */
  recover(): Promise<void>;
  /** Stops listening and waits for what is under way. */
  stop(): Promise<void>;
}

/** Starts the stand-in. What it knows is in the database, so a restart forgets nothing. */
export async function startCardSandbox(options: CardSandboxOptions): Promise<CardSandbox> {
  const { db, clock, log, webhookUrl, background = true } = options;
  const now = () => Math.floor(clock.now() / 1000);
  const secretKey = `sk_test_${randomText(32)}`;
  const publishableKey = `pk_test_${randomText(32)}`;
  const webhookSecret = `whsec_${randomText(32)}`;
  const api = createApi({ db, now, secretKey, publishableKey });

  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;

  async function work(): Promise<void> {
    await withStore(db, (tx) => advanceBilling((at) => createStore(tx, () => at, API_VERSION), now()));
    await deliverDue({ db, now, log, secret: webhookSecret, url: webhookUrl });
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
        .catch((error: unknown) => log.error('card-sandbox.tick-failed', { error }))
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
        const answer = await api(call);
        response.writeHead(answer.status, answer.headers).end(answer.body);
        if (call.method !== 'GET') arm(0);
      })
      .catch((error: unknown) => {
        log.error('card-sandbox.request-failed', { error, path: request.url?.split('?')[0] });
        if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ error: { type: 'api_error', message: 'The card sandbox failed.' } }));
      });
  });
  const port = await listen(server);
  arm(0);

  return {
    access: { host: '127.0.0.1', port, secretKey, publishableKey, webhookSecret },
    async nextDue() {
      const [next] = await db.select({ at: min(sandboxCardObjects.dueAt) }).from(sandboxCardObjects);
      return next?.at == null ? null : Number(next.at) * 1000;
    },
    tick,
    failing: () => withStore(db, async (tx) => (await createStore(tx, now, API_VERSION).failing()).length),
    recover: () => withStore(db, (tx) => recoverPayments(createStore(tx, now, API_VERSION), now())),
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
async function readRequest(request: IncomingMessage): Promise<ApiRequest | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > BODY_LIMIT) return null;
    chunks.push(bytes);
  }
  const url = new URL(request.url ?? '/', 'http://sandbox.invalid');
  const key = request.headers['idempotency-key'];
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.search.slice(1),
    body: Buffer.concat(chunks).toString('utf8'),
    authorization: request.headers.authorization,
    idempotencyKey: typeof key === 'string' ? key : undefined,
  };
}
