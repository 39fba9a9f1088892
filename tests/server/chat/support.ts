// A real server with users and chats of the test, and HTTP and WebSocket clients.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { storeMessage } from '../../../examples/server/src/chat/store-message.ts';
import { systemClock } from '../../../examples/server/src/clock.ts';
import { users } from '../../../examples/server/src/db/schema/accounts.ts';
import { chatMembers, chats } from '../../../examples/server/src/db/schema/chat.ts';
import { beginSession } from '../../../examples/server/src/sessions/sessions.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../../support/test-server.ts';
import { until } from '../../support/until.ts';

const YEAR = 365 * 86_400_000;

export interface TestUser {
  readonly id: number;
  readonly token: string;
  readonly name: string;
}

/** A parsed response or frame that a test can read at any depth. */
export interface Json {
  readonly [key: string]: Json;
}

export interface ChatResponse {
  readonly status: number;
  readonly body: Json;
}

export interface ChatWorld {
  readonly server: TestServer;
  readonly url: string;
  /** Creates a user with a session; a subscriber for a year unless `expiredAt` says otherwise. */
  user(name: string, expiredAt?: Date | null): Promise<TestUser>;
  /** Starts another session of a user. */
  session(user: TestUser): Promise<TestUser>;
  chat(kind: 'GR' | 'PR', name: string, members: readonly TestUser[]): Promise<number>;
  get(path: string, user?: TestUser | null): Promise<ChatResponse>;
  /** Sends a POST without a body. */
  post(path: string, user: TestUser): Promise<ChatResponse>;
  act(user: TestUser | null, messageId: number | string, type: string, more?: object): Promise<ChatResponse>;
  form(
    path: string,
    user: TestUser | null,
    fields: Record<string, string>,
    files?: readonly File[],
  ): Promise<ChatResponse>;
  say(user: TestUser, chatId: number, message: string, more?: Record<string, string>): Promise<ChatResponse>;
  /** Posts a message and returns its id. */
  tell(user: TestUser, chatId: number, message: string, more?: Record<string, string>): Promise<number>;
  /** Opens a socket, which receives no frame of an earlier call. `protocols`: further ones that it offers. */
  socket(user: TestUser, protocols?: readonly string[]): Promise<TestSocket>;
  close(): Promise<void>;
}

export async function startWorld(options: TestServerOptions = {}): Promise<ChatWorld> {
  const config = { metrics: { port: 0, host: '127.0.0.1' }, ...options.config };
  const server = await startTestServer({ ...options, config });
  const { db } = server.context;
  const sockets: TestSocket[] = [];

  const beginFor = (userId: number) => beginSession(db, { userId, remember: true }, server.clock.now());
  const call = async (method: string, path: string, user: TestUser | null | undefined, body?: unknown) => {
    const response = await server.call(method, `/api${path}`, {
      ...(body === undefined ? {} : { body }),
      ...(user ? { token: user.token } : {}),
    });
    return { status: response.status, body: response.body as Json };
  };
  const form: ChatWorld['form'] = (path, user, fields, files = []) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    for (const file of files) body.append('files[]', file);
    return call('POST', path, user, body);
  };
  const say: ChatWorld['say'] = (user, chatId, message, more = {}) =>
    form(`/web/chat/${chatId}`, user, { chat_id: String(chatId), message, message_type: 'TXT', ...more });

  /** Resolves when the frames of all earlier calls have been sent. */
  async function sent(): Promise<void> {
    // A post returns before its event is delivered; `publish` resolves after all stored events are.
    await server.context.bus.publish({ type: 'chat-list-changed', detail: { userId: 0 } });
    await until(async () => {
      const metrics = await (await fetch(server.metricsUrl ?? '')).text();
      const lengths = [
        ...metrics.matchAll(/^openbell_queue_length{queue="(?:deliveries|relations)"} (\d+)/gm),
      ];
      expect(lengths.map(([, length]) => length)).toEqual(['0', '0']);
    });
  }

  return {
    server,
    url: server.url,
    async user(name, expiredAt = new Date(server.clock.now() + YEAR)) {
      const at = new Date(server.clock.now());
      const email = `${randomUUID()}@test.example`;
      const [row] = await db
        .insert(users)
        .values({ email, firstName: name, expiredAt, createdAt: at, updatedAt: at })
        .returning({ id: users.id });
      if (row === undefined) throw new Error('No user was stored.');
      return { id: row.id, name, token: await beginFor(row.id) };
    },
    session: async (user) => ({ ...user, token: await beginFor(user.id) }),
    async chat(chatType, name, members) {
      const at = new Date(server.clock.now());
      const [row] = await db
        .insert(chats)
        .values({ chatType, name, createdAt: at })
        .returning({ id: chats.id });
      if (row === undefined) throw new Error('No chat was stored.');
      await db
        .insert(chatMembers)
        .values(members.map(({ id }) => ({ chatId: row.id, userId: id, joinedAt: at })));
      return row.id;
    },
    get: (path, user) => call('GET', path, user),
    post: (path, user) => call('POST', path, user),
    act: (user, messageId, type, more = {}) =>
      call('POST', `/web/chat/${messageId}/action`, user, { type, ...more }),
    form,
    say,
    async tell(user, chatId, message, more) {
      const response = await say(user, chatId, message, more);
      if (response.status !== 201) throw new Error(`Posting was answered ${response.status}.`);
      return Number(response.body.id);
    },
    async socket(user, protocols = []) {
      await sent();
      const socket = await connect(server.url, user.token, protocols);
      sockets.push(socket);
      return socket;
    },
    async close() {
      for (const socket of sockets) socket.ws.terminate();
      await server.close();
    },
  };
}

/** One world for the tests of a file or a block. */
export const sharedWorld = (options: TestServerOptions = {}): ChatWorld =>
  sharedByTests(() => startWorld(options));

/** Subscribers with these names, new for all tests or for each. They are empty before the hooks run. */
export function usersOf<const Names extends readonly string[]>(
  world: ChatWorld,
  when: (add: () => Promise<void>) => void,
  ...names: Names
): { readonly [Index in keyof Names]: TestUser } {
  const users = names.map((name) => {
    const user = {};
    when(async () => {
      Object.assign(user, await world.user(name));
    });
    return user;
  });
  return users as { readonly [Index in keyof Names]: TestUser };
}

/** Stores a text without an event, as if the event had been lost, and returns its id. */
export async function storeText(
  world: ChatWorld,
  { chatId, senderId, body }: { chatId: number; senderId: number; body: string },
): Promise<number> {
  const message = {
    chatId,
    senderId,
    clientId: null,
    type: 'TXT' as const,
    body,
    replyToId: null,
    mentions: [],
    files: [],
  };
  const outcome = await storeMessage(world.server.context.db, message, systemClock);
  if (!outcome.ok) throw new Error(outcome.refusal);
  return outcome.messageId;
}

export interface TestSocket {
  readonly ws: WebSocket;
  readonly opened: Promise<void>;
  readonly closed: Promise<{ readonly code: number }>;
  /** All received frames, oldest first. */
  readonly frames: readonly Json[];
  /** Resolves with the first received or future frame that matches. Each frame is returned once. */
  next(matches: (frame: Json) => boolean): Promise<Json>;
  nextOf(type: string): Promise<Json>;
  send(frame: unknown): void;
  /** Resolves when the server has handled all earlier frames: it responds to pings in order. */
  settled(): Promise<void>;
  /** The close code; null if the server still responds, even if a later check may close the connection. */
  closedAtOnce(): Promise<number | null>;
}

/** Opens a socket of a session. `protocols`: further ones that it offers. */
export async function connect(
  url: string,
  token: string,
  protocols: readonly string[] = [],
): Promise<TestSocket> {
  const socket = openSocket(url, ['openbell.v1', `bearer.${token}`, ...protocols]);
  await socket.opened;
  return socket;
}

export function openSocket(
  url: string,
  protocols: readonly string[],
  headers: Record<string, string> = {},
): TestSocket {
  const ws = new WebSocket(`${url.replace('http', 'ws')}/api/ws`, [...protocols], { headers });
  const frames: Json[] = [];
  const taken = new Set<Json>();
  const waiting: { matches: (frame: Json) => boolean; resolve: (frame: Json) => void }[] = [];
  const opened = once(ws, 'open').then(() => undefined);
  const closed = new Promise<{ code: number }>((resolve) => {
    ws.on('close', (code) => resolve({ code }));
  });
  opened.catch(() => undefined);
  ws.on('error', () => undefined);
  ws.on('message', (data) => {
    const frame = JSON.parse(String(data)) as Json;
    frames.push(frame);
    const index = waiting.findIndex(({ matches }) => matches(frame));
    if (index === -1) return;
    taken.add(frame);
    waiting.splice(index, 1)[0]?.resolve(frame);
  });
  const next: TestSocket['next'] = (matches) => {
    const found = frames.find((frame) => !taken.has(frame) && matches(frame));
    if (found !== undefined) {
      taken.add(found);
      return Promise.resolve(found);
    }
    return new Promise((resolve) => {
      waiting.push({ matches, resolve });
    });
  };
  const settled = async (): Promise<void> => {
    ws.ping();
    await once(ws, 'pong');
  };
  return {
    ws,
    opened,
    closed,
    frames,
    next,
    nextOf: (type) => next((frame) => String(frame.type) === type),
    send: (frame) => ws.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    settled,
    // A server that is closing the connection responds to no ping.
    closedAtOnce: () => Promise.race([closed.then(({ code }) => code), settled().then(() => null)]),
  };
}
