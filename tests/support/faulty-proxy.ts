// A small proxy before the real server that behaves like a bad network: connections are cut, what comes is late, a
// request is answered twice, a frame is heard twice. It goes wrong only while it is told to.
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket, WebSocketServer } from 'ws';
import { createRandom } from '../bench/random.ts';

/** What has gone wrong so far, by kind. */
interface ProxyFaults {
  /** A request that never reached the server. */
  lostRequests: number;
  /** The server did what it was asked, and nobody heard of it. */
  lostAnswers: number;
  /** A request that the server got twice, and answered twice. */
  doubled: number;
  late: number;
  /** Sockets that were cut off. */
  cuts: number;
  doubledFrames: number;
}

export interface FaultyProxy {
  readonly url: string;
  readonly faults: ProxyFaults;
  storm(isOn: boolean): void;
  close(): Promise<void>;
}

/** Requests that may go wrong; the others (the site, signing in) always go through. */
const isFair = (request: IncomingMessage): boolean => request.url?.startsWith('/api/web/chat') !== true;
/** Milliseconds that a socket lives in a storm: between this and twice this. */
const socketLifeMs = 1500;

/** Forwards everything to `upstream`. The dice, for how long things last, are the same for the same `seed`. */
export async function startFaultyProxy(upstream: string, seed: number): Promise<FaultyProxy> {
  const { hostname, port } = new URL(upstream);
  const dice = createRandom(seed);
  const faults: ProxyFaults = {
    lostRequests: 0,
    lostAnswers: 0,
    doubled: 0,
    late: 0,
    cuts: 0,
    doubledFrames: 0,
  };
  let isStormy = false;
  /** Requests and frames at risk so far: every so many of them meets its fault, whatever the timing. */
  let turns = 0;
  let frames = 0;

  interface Heard {
    readonly status: number;
    readonly headers: IncomingMessage['headers'];
    readonly body: Buffer;
  }

  function ask(request: IncomingMessage, body: Buffer): Promise<Heard> {
    return new Promise((resolve, reject) => {
      const { method, url, headers } = request;
      const sent = send({ hostname, port, method, path: url, headers }, (answer) => {
        collect(answer).then(
          (heard) => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: heard }),
          reject,
        );
      });
      sent.once('error', reject);
      sent.end(body);
    });
  }

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await collect(request);
    const turn = isStormy && !isFair(request) ? ++turns : 0;
    if (turn % 47 === 9) {
      faults.lostRequests += 1;
      request.socket.destroy();
      return;
    }
    if (turn % 9 === 4) {
      faults.late += 1;
      await wait(5 + 60 * dice());
    }
    const isDoubled = turn % 19 === 7;
    const [first, second] = await Promise.all([
      ask(request, body),
      isDoubled ? ask(request, body) : Promise.resolve(null),
    ]);
    if (second !== null) faults.doubled += 1;
    const heard = second ?? first;
    if (turn % 43 === 13) {
      faults.lostAnswers += 1;
      request.socket.destroy();
      return;
    }
    response.writeHead(heard.status, heard.headers);
    response.end(heard.body);
  }

  const server = createServer((request, response) => {
    // The server is gone: as when nobody listens there any more.
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
    /** Late frames keep their order, as on any connection. */
    let line = Promise.resolve();
    const life = setInterval(
      () => {
        if (!isStormy) return;
        faults.cuts += 1;
        outer.terminate();
        inner.terminate();
      },
      socketLifeMs * (1 + dice()),
    );
    outer.on('message', (data) => inner.readyState === WebSocket.OPEN && inner.send(String(data)));
    inner.on('message', (data) => {
      const text = String(data);
      const turn = isStormy ? ++frames : 0;
      const isLate = turn % 17 === 5;
      const isDoubled = turn % 11 === 3;
      line = line.then(async () => {
        if (isLate) await wait(20);
        if (outer.readyState !== WebSocket.OPEN) return;
        outer.send(text);
        if (!isDoubled) return;
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
      // 1005 and 1006 only ever stand for a connection that ended without a word.
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
