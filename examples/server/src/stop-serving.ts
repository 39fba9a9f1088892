import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { RequestGate } from './http/connections/request-gate.ts';
import type { SocketEndpoint } from './live/socket-endpoint.ts';
import { atMost } from './timers.ts';

/** Milliseconds that running requests and sockets have to end. */
const DRAIN_MS = 1_500;
/** Milliseconds that responses have to be sent after the last request. */
const FLUSH_MS = 100;
/** Milliseconds that a running background job has to end after the requests. */
const JOBS_MS = 300;

export interface Serving {
  readonly server: Server;
  readonly gate: RequestGate;
  readonly sockets: readonly Pick<SocketEndpoint, 'close'>[];
  /** Stops of the background jobs. */
  readonly jobs: readonly (() => Promise<void> | void)[];
}

/**
 * Stops serving within 2 s after `graceMs`. During the grace, requests are served and connections end with their response.
 * Then further requests and upgrades get 503, running requests finish, and sockets close.
 */
export async function stopServing({ server, gate, sockets, jobs }: Serving, graceMs: number): Promise<void> {
  gate.endConnections();
  if (graceMs > 0) await delay(graceMs);
  gate.refuse();
  await atMost(DRAIN_MS, [gate.idle(), ...sockets.map((socket) => socket.close())]);
  await stopListening(server);
  await atMost(
    JOBS_MS,
    jobs.map((stop) => stop()),
  );
}

/** Stops listening and ends all connections. */
export async function stopListening(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  // Responses end their connections; the rest are connections without a request, and requests that were too slow.
  await atMost(FLUSH_MS, [closed]);
  server.closeAllConnections();
  await closed;
}
