// What the stand-ins of the payment providers have in common: an API on a loopback port, and clockwork beside it.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from '../../server/src/log.ts';

const BODY_LIMIT = 256 * 1024;
const TICK_MS = 500;

/** A request, read to its end. */
export interface SandboxRequest {
  readonly method: string;
  /** Path and query; the host is of no meaning. */
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface SandboxResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Null for none. */
  readonly body: string | null;
}

export interface SandboxApiOptions {
  /** Begins the names of its events in the log. */
  readonly name: string;
  readonly log: Logger;
  /** Whether what is due happens by itself. Without, `tick()` makes it happen. */
  readonly background: boolean;
  /** What happens by itself: renewals, webhooks. */
  readonly work: () => Promise<void>;
  readonly answer: (request: SandboxRequest) => Promise<SandboxResponse>;
  /** What is said when an answer failed, as the provider says it. */
  readonly failure: object;
}

export interface SandboxApi {
  readonly port: number;
  /** Lets what is due happen, after what is under way. */
  tick(): Promise<void>;
  /** Stops listening and waits for what is under way. */
  stop(): Promise<void>;
}

/** Listens on a port of this machine that is free, and begins the clockwork. */
export async function startSandboxApi(options: SandboxApiOptions): Promise<SandboxApi> {
  const { name, log, background, work, answer, failure } = options;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;

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
        .catch((error: unknown) => log.error(`${name}.tick-failed`, { error }))
        .finally(() => arm(TICK_MS));
    }, delay);
    timer.unref();
  }

  const server = createServer((incoming, response) => {
    readRequest(incoming)
      .then(async (request) => {
        if (request === null) {
          response.writeHead(413).end();
          return;
        }
        const { status, headers, body } = await answer(request);
        response.writeHead(status, headers).end(body ?? undefined);
        // What it has set going does not wait for the next round.
        if (request.method !== 'GET') arm(0);
      })
      .catch((error: unknown) => {
        log.error(`${name}.request-failed`, { error, path: incoming.url?.split('?')[0] });
        if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' });
        response.end(JSON.stringify(failure));
      });
  });
  const port = await listen(server);
  arm(0);

  return {
    port,
    tick,
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

/** Null when the body is too long. */
async function readRequest(incoming: IncomingMessage): Promise<SandboxRequest | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > BODY_LIMIT) return null;
    chunks.push(bytes);
  }
  return {
    method: incoming.method ?? 'GET',
    url: new URL(incoming.url ?? '/', 'http://sandbox.invalid'),
    headers: incoming.headers,
    body: Buffer.concat(chunks).toString('utf8'),
  };
}

/** A header that is sent once, as every provider's own are. */
export function headerOf({ headers }: SandboxRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}
