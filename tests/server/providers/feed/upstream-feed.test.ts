import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { startTestServer, type TestServer } from '../../../support/test-server.ts';
import { joinFeed } from '../../market/options-feed/feed-client.ts';

const KEY = 'pk_live_do_not_leak_0123456789';

/** A local server with the provider's socket protocol. */
class Provider {
  readonly server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  readonly received: string[] = [];
  readonly sockets: WebSocket[] = [];
  private waiting: (() => void)[] = [];

  constructor() {
    this.server.on('connection', (socket) => {
      this.sockets.push(socket);
      const tell = (...events: unknown[]) => socket.send(JSON.stringify(events));
      tell({ ev: 'status', status: 'connected', message: 'Connected Successfully' });
      socket.on('message', (data) => {
        const { action, params } = JSON.parse(String(data)) as { action: string; params: string };
        this.received.push(`${action} ${params}`);
        if (action === 'auth')
          tell({ ev: 'status', status: 'auth_success', message: `authenticated ${KEY}` });
        else {
          tell({ ev: 'status', status: 'success', message: 'subscribed to: T.*' });
          for (const wake of this.waiting.splice(0)) wake();
        }
      });
    });
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.server.address() as AddressInfo).port}/options`;
  }
  /** Resolves when a connection subscribes; each call waits for another connection. */
  subscribed(): Promise<void> {
    return new Promise((done) => this.waiting.push(done));
  }
  send(...events: unknown[]): void {
    this.sockets.at(-1)?.send(JSON.stringify(events));
  }
}

let provider: Provider;
let server: TestServer;
let token: string;
beforeAll(async () => {
  provider = new Provider();
  await new Promise((done) => provider.server.once('listening', done));
  server = await startTestServer({ config: { optionsFeed: { url: provider.url, key: KEY } } });
  token = await server.signIn('subscriber');
});
afterAll(async () => {
  await server.close();
  await new Promise((done) => provider.server.close(done));
});

const TRADE = {
  ev: 'T',
  sym: 'O:SPXW261208C06840000',
  x: 302,
  p: 5.5,
  s: 1,
  c: [236],
  t: 1_796_227_583_506,
  q: 7,
};

describe('the feed of the provider', () => {
  it('shares one connection among browsers, and keeps the key out of frames and the log [market.one-upstream]', async () => {
    const ready = provider.subscribed();
    const clients = [];
    for (let index = 0; index < 3; index += 1) clients.push(await joinFeed(`${server.url}/options`, token));
    await ready;
    expect(provider.sockets).toHaveLength(1);
    expect(provider.received).toEqual([`auth ${KEY}`, 'subscribe T.*']);
    provider.send(
      TRADE,
      { ev: 'status', status: 'success', message: KEY },
      { ev: 'T', sym: 'broken' },
      { ev: 'Q' },
      null,
    );
    for (const client of clients) {
      expect(await client.trade()).toEqual(TRADE);
      expect(client.frames.join()).not.toContain(KEY);
      client.socket.close();
    }
    expect(server.logLines.join()).not.toContain(KEY);
    expect(server.context.config.publicUrl).not.toContain(KEY);
    await Promise.all(clients.map(({ closed }) => closed));
  });

  it('reports that the provider is unavailable, reconnects and continues [market.upstream-reconnect]', async () => {
    const client = await joinFeed(`${server.url}/options`, token);
    const again = provider.subscribed();
    provider.sockets.at(-1)?.terminate();
    await client.status('upstream_unavailable');
    await again;
    provider.send({ ...TRADE, q: 8 });
    expect(await client.trade()).toMatchObject({ q: 8 });
    client.socket.close();
    await client.closed;
  });
});
