// A proxy that simulates a bad network: cut connections, delays, duplicate requests and duplicate frames. It injects
// faults only while `storm(true)`.
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket, WebSocketServer } from 'ws';
import { createRandom } from '../bench/random.ts';

/** The number of injected faults, by kind. */
interface ProxyFaults {
  /** Requests that did not reach the server. */
  lostRequests: number;
  /** Requests that the server handled, with the response lost. */
  lostAnswers: number;
  /** Requests that the server received twice. */
  doubled: number;
  late: number;
  /** Sockets that were terminated. */
  cuts: number;
  doubledFrames: number;
}

export interface FaultyProxy {
  readonly url: string;
  readonly faults: ProxyFaults;
  storm(isOn: boolean): void;
  close(): Promise<void>;
}

/** Requests that never fail: the site and sign-in. */
const isExempt = (request: IncomingMessage): boolean => request.url?.startsWith('/api/web/chat') !== true;
/** Minimum lifetime of a socket during a storm, in milliseconds; the maximum is twice as long. */
const socketLifeMs = 1500;

/** Forwards everything to `upstream`. The same `seed` produces the same delays and lifetimes. */
export async function startFaultyProxy(upstream: string, seed: number): Promise<FaultyProxy> {
  const { hostname, port } = new URL(upstream);
  const random = createRandom(seed);
  const faults: ProxyFaults = {
    lostRequests: 0,
    lostAnswers: 0,
    doubled: 0,
    late: 0,
    cuts: 0,
    doubledFrames: 0,
  };
  let isStormy = false;
  /** Requests and frames since the storm began. Faults depend on these counts and not on timing. */
  let turns = 0;
  let frames = 0;

  interface UpstreamResponse {
    readonly status: number;
    readonly headers: IncomingMessage['headers'];
    readonly body: Buffer;
  }

  function ask(request: IncomingMessage, body: Buffer): Promise<UpstreamResponse> {
    return new Promise((resolve, reject) => {
      const { method, url, headers } = request;
      const sent = send({ hostname, port, method, path: url, headers }, (proxied) => {
        collect(proxied).then(
          (collected) =>
            resolve({ status: proxied.statusCode ?? 502, headers: proxied.headers, body: collected }),
          reject,
        );
      });
      sent.once('error', reject);
      sent.end(body);
    });
  }

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await collect(request);
    const turn = isStormy && !isExempt(request) ? ++turns : 0;
    if (turn % 47 === 9) {
      faults.lostRequests += 1;
      request.socket.destroy();
      return;
    }
    if (turn % 9 === 4) {
      faults.late += 1;
      await wait(5 + 60 * random());
    }
    const isDuplicated = turn % 19 === 7;
    const [first, second] = await Promise.all([
      ask(request, body),
      isDuplicated ? ask(request, body) : Promise.resolve(null),
    ]);
    if (second !== null) faults.doubled += 1;
    const received = second ?? first;
    if (turn % 43 === 13) {
      faults.lostAnswers += 1;
      request.socket.destroy();
      return;
    }
    response.writeHead(received.status, received.headers);
    response.end(received.body);
  }

  const server = createServer((request, response) => {
    // The server is down: reset the connection.
    forward(request, response).catch(() => request.socket.destroy());
  });
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'openbell.v1' });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const { host = '', origin } = request.headers;
    const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
    const inner = new WebSocket(`ws://${hostname}:${port}${request.url}`, offered, {
      headers: { host },
      ...(origin === undefined ? {} : { origin }),
    });
    inner.once('error', () => socket.destroy());
    inner.once('open', () => {
      sockets.handleUpgrade(request, socket, head, (outer) => bridge(outer, inner));
    });
  });

  function bridge(outer: WebSocket, inner: WebSocket): void {
    /** Delayed frames keep their order. */
    let line = Promise.resolve();
    const life = setInterval(
      () => {
        if (!isStormy) return;
        faults.cuts += 1;
        outer.terminate();
        inner.terminate();
      },
      socketLifeMs * (1 + random()),
    );
    outer.on('message', (data) => inner.readyState === WebSocket.OPEN && inner.send(String(data)));
    inner.on('message', (data) => {
      const text = String(data);
      const turn = isStormy ? ++frames : 0;
      const isLate = turn % 17 === 5;
      const isDuplicated = turn % 11 === 3;
      line = line.then(async () => {
        if (isLate) await wait(20);
        if (outer.readyState !== WebSocket.OPEN) return;
        outer.send(text);
        if (!isDuplicated) return;
        faults.doubledFrames += 1;
        outer.send(text);
      });
    });
    for (const side of [outer, inner]) side.on('error', () => side.terminate());
    outer.once('close', () => {
      clearInterval(life);
      inner.terminate();
    });
    inner.once('close', (code, reason) => {
      // 1005 and 1006 are never sent in a close frame: they mean that the connection was lost.
      if (code === 1005 || code === 1006) outer.terminate();
      else outer.close(code, String(reason));
    });
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    storm(isOn) {
      isStormy = isOn;
    },
    async close() {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function collect(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
