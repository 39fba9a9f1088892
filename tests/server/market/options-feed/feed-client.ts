import type { FeedEvent, FeedStatusEvent, FeedTradeEvent } from '@openbell/core/contract';
import { WebSocket } from 'ws';

/** A test client of the options feed. */
export interface FeedClient {
  readonly socket: WebSocket;
  /** All events so far. */
  readonly events: FeedEvent[];
  /** All frames so far, unparsed. */
  readonly frames: string[];
  send(message: unknown): void;
  /** Resolves with the first past or future event that matches. */
  event<E extends FeedEvent>(fits: (event: FeedEvent) => event is E): Promise<E>;
  status(name: string): Promise<FeedStatusEvent>;
  trade(): Promise<FeedTradeEvent>;
  readonly closed: Promise<{ code: number; reason: string }>;
}

/** Connects to the feed; rejects with the HTTP status if the upgrade is rejected. */
export async function openFeed(url: string, headers: Record<string, string> = {}): Promise<FeedClient> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers });
  const events: FeedEvent[] = [];
  const frames: string[] = [];
  const waiting = new Set<(from: number) => void>();
  socket.on('message', (data) => {
    frames.push(String(data));
    const frame: unknown = JSON.parse(String(data));
    if (!Array.isArray(frame)) throw new TypeError('A frame is always an array.');
    const from = events.length;
    for (const event of frame as FeedEvent[]) events.push(event);
    for (const look of [...waiting]) look(from);
  });
  const closed = new Promise<{ code: number; reason: string }>((done) => {
    socket.on('close', (code, reason) => done({ code, reason: String(reason) }));
  });
  await new Promise<void>((done, fail) => {
    socket.once('open', () => done());
    socket.once('error', fail);
    socket.once('unexpected-response', (_, response) => fail(new Error(String(response.statusCode))));
  });
  socket.on('error', () => {});

  const event = <E extends FeedEvent>(fits: (event: FeedEvent) => event is E): Promise<E> =>
    new Promise((done) => {
      const look = (from: number) => {
        const found = events.slice(from).find(fits);
        if (found === undefined) return;
        waiting.delete(look);
        done(found);
      };
      waiting.add(look);
      look(0);
    });
  return {
    socket,
    events,
    frames,
    closed,
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    event,
    status: (name) => event((one): one is FeedStatusEvent => one.ev === 'status' && one.status === name),
    trade: () => event((one): one is FeedTradeEvent => one.ev === 'T'),
  };
}

/** Opens the feed and authenticates. */
export async function joinFeed(url: string, token: string, channels = 'T.*'): Promise<FeedClient> {
  const client = await openFeed(url);
  await client.status('connected');
  client.send({ action: 'auth', params: token });
  await client.status('auth_success');
  client.send({ action: 'subscribe', params: channels });
  await client.status('success');
  return client;
}
