// The HTTP server of a payment sandbox: an API on a loopback port, and a timer for due events.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from '@openbell/example-server';

const BODY_LIMIT = 256 * 1024;
const TICK_MS = 500;

export interface SandboxRequest {
  readonly method: string;
  /** The host is meaningless. */
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
  /** Prefix of log events. */
  readonly name: string;
  readonly log: Logger;
  /** Whether a timer runs `work`; otherwise call `tick()`. */
  readonly background: boolean;
  /** Runs due renewals and webhooks. */
  readonly work: () => Promise<void>;
  readonly handle: (request: SandboxRequest) => Promise<SandboxResponse>;
  /** The body of an internal error in the provider's format. */
  readonly failure: object;
}

export interface SandboxApi {
  readonly port: number;
  /** Runs `work` after pending runs. */
  tick(): Promise<void>;
  /** Stops listening and waits for pending work. */
  stop(): Promise<void>;
}

/** Listens on a free loopback port and starts the timer. */
export async function startSandboxApi(options: SandboxApiOptions): Promise<SandboxApi> {
  const { name, log, background, work, handle, failure } = options;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;

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
        const { status, headers, body } = await handle(request);
        response.writeHead(status, headers).end(body ?? undefined);
        // Runs the effects of the request without waiting for the next tick.
        if (request.method !== 'GET') arm(0);
      })
      .catch((error: unknown) => {
        log.error(`${name}.request-failed`, { error, path: incoming.url?.split('?')[0] });
        if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' });
        response.end(JSON.stringify(failure));
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
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

/** Returns a header that is sent once. */
export function headerOf({ headers }: SandboxRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}
