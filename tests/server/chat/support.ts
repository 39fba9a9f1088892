// A real server with people and chats made by hand, and clients that speak real HTTP and ws.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { openDatabase } from '../../../examples/server/src/db/open-database.ts';
import { users } from '../../../examples/server/src/db/schema/accounts.ts';
import { chatMembers, chats } from '../../../examples/server/src/db/schema/chat.ts';
import { beginSession } from '../../../examples/server/src/sessions/sessions.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../../support/test-server.ts';

const YEAR = 365 * 86_400_000;

export interface Person {
  readonly id: number;
  readonly token: string;
  readonly name: string;
}

/** A parsed answer or frame that a test may look into at any depth. */
export interface Json {
  readonly [key: string]: Json;
}

export interface Answer {
  readonly status: number;
  readonly body: Json;
}

export interface ChatWorld {
  readonly server: TestServer;
  readonly url: string;
  /** A person with a session; a subscriber for a year unless `expiredAt` says otherwise. */
  person(name: string, expiredAt?: Date | null): Promise<Person>;
  /** A further session of somebody. */
  session(person: Person): Promise<Person>;
  chat(kind: 'GR' | 'PR', name: string, members: readonly Person[]): Promise<number>;
  get(path: string, person?: Person | null): Promise<Answer>;
  /** Without a body. */
  post(path: string, person: Person): Promise<Answer>;
  act(person: Person | null, messageId: number | string, type: string, more?: object): Promise<Answer>;
  form(
    path: string,
    person: Person | null,
    fields: Record<string, string>,
    files?: readonly File[],
  ): Promise<Answer>;
  say(person: Person, chatId: number, message: string, more?: Record<string, string>): Promise<Answer>;
  /** Says something and gives its id. */
  tell(person: Person, chatId: number, message: string, more?: Record<string, string>): Promise<number>;
  socket(person: Person): Promise<TestSocket>;
  close(): Promise<void>;
}

export async function startWorld(options: TestServerOptions = {}): Promise<ChatWorld> {
  // The same tests on a real PostgreSQL, which does not hide races as the embedded one does.
  const url = process.env.TEST_DATABASE_URL;
  const server = await startTestServer(
    url === undefined ? options : { database: await openDatabase({ url }), ...options },
  );
  const { db } = server.context;
  const sockets: TestSocket[] = [];

  const beginFor = (userId: number) => beginSession(db, { userId, remember: true }, server.clock.now());
  const call = async (method: string, path: string, person: Person | null | undefined, body?: unknown) => {
    const answer = await server.call(method, `/api${path}`, {
      ...(body === undefined ? {} : { body }),
      ...(person ? { token: person.token } : {}),
    });
    return { status: answer.status, body: answer.body as Json };
  };
  const form: ChatWorld['form'] = (path, person, fields, files = []) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    for (const file of files) body.append('files[]', file);
    return call('POST', path, person, body);
  };
  const say: ChatWorld['say'] = (person, chatId, message, more = {}) =>
    form(`/web/chat/${chatId}`, person, { chat_id: String(chatId), message, message_type: 'TXT', ...more });

  return {
    server,
    url: server.url,
    async person(name, expiredAt = new Date(server.clock.now() + YEAR)) {
      const at = new Date(server.clock.now());
      const email = `${randomUUID()}@test.example`;
      const [row] = await db
        .insert(users)
        .values({ email, firstName: name, expiredAt, createdAt: at, updatedAt: at })
        .returning({ id: users.id });
      if (row === undefined) throw new Error('No person was stored.');
      return { id: row.id, name, token: await beginFor(row.id) };
    },
    session: async (person) => ({ ...person, token: await beginFor(person.id) }),
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
    get: (path, person) => call('GET', path, person),
    post: (path, person) => call('POST', path, person),
    act: (person, messageId, type, more = {}) =>
      call('POST', `/web/chat/${messageId}/action`, person, { type, ...more }),
    form,
    say,
    async tell(person, chatId, message, more) {
      const answer = await say(person, chatId, message, more);
      if (answer.status !== 201) throw new Error(`Posting was answered ${answer.status}.`);
      return Number(answer.body.id);
    },
    async socket(person) {
      const socket = openSocket(server.url, ['openbell.v1', `bearer.${person.token}`]);
      sockets.push(socket);
      await socket.opened;
      return socket;
    },
    async close() {
      for (const socket of sockets) socket.ws.terminate();
      await server.close();
    },
  };
}

export interface TestSocket {
  readonly ws: WebSocket;
  readonly opened: Promise<void>;
  readonly closed: Promise<{ readonly code: number }>;
  /** Every frame that came, oldest first. */
  readonly frames: readonly Json[];
  /** The first frame, come or to come, for which `matches` holds; it is not found a second time. */
  next(matches: (frame: Json) => boolean): Promise<Json>;
  nextOf(type: string): Promise<Json>;
  send(frame: unknown): void;
  /** Resolves when the server has handled all that was sent before: pings are answered in order. */
  settled(): Promise<void>;
  /** The code it was closed with; null when the server still answers on it, though its next look round may close it. */
  closedAtOnce(): Promise<number | null>;
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
    // A server that has begun to close answers no ping any more.
    closedAtOnce: () => Promise.race([closed.then(({ code }) => code), settled().then(() => null)]),
  };
}
