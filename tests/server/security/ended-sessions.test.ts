// A request whose body is still on its way when its session or plan ends stores nothing.
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sessions, users } from '../../../examples/server/src/db/schema/accounts.ts';
import { messages } from '../../../examples/server/src/db/schema/chat.ts';
import { sha256Hex } from '../../../examples/server/src/security/tokens.ts';
import { type ChatWorld, type Person, startWorld } from '../chat/support.ts';
import { tinyImages } from '../chat/tiny-images.ts';

let world: ChatWorld;
let ann: Person;
let chatId: number;

beforeAll(async () => {
  world = await startWorld({ frozen: true });
  const bob = await world.person('Bob');
  ann = await world.person('Ann');
  chatId = await world.chat('GR', 'Group', [ann, bob]);
});
afterAll(() => world.close());

const boundary = 'a-boundary-of-the-form';
const image = Buffer.from(tinyImages.jpeg, 'base64');

function multipart(fields: Readonly<Record<string, string>>, field: string): Buffer {
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="a.jpg"\r\n\r\n`;
  return Buffer.concat([Buffer.from(texts.join('') + file), image, Buffer.from(`\r\n--${boundary}--\r\n`)]);
}

const form = `multipart/form-data; boundary=${boundary}`;
const calls = {
  'a post with a file': {
    path: () => `/api/web/chat/${chatId}`,
    type: form,
    body: () => multipart({ chat_id: String(chatId), message: 'Look.', message_type: 'IMG' }, 'files[]'),
  },
  'a profile picture': {
    path: () => '/api/web/update-profile',
    type: form,
    body: () => multipart({ about: 'Changed.' }, 'profile_image'),
  },
  'a new password': {
    path: () => '/api/web/change-password',
    type: 'application/json',
    body: () =>
      Buffer.from(
        JSON.stringify({
          current_password: 'Opening-bell-9',
          password: 'Closing-bell-7 Closing-bell-7',
          confirm_password: 'Closing-bell-7 Closing-bell-7',
        }),
      ),
  },
};
type CallName = keyof typeof calls;

/** The end of a plan that runs out while a request is on its way. */
const planEnd = () => new Date(world.server.clock.now() + 180_000);

interface HalfSent {
  /** Sends the rest and gives the answer's status. */
  finish(): Promise<number>;
}

/** Sends a call but for its last bytes, and resolves once the server has read its session. */
async function sendMostOf(name: CallName, token: string): Promise<HalfSent> {
  const { path, type, body } = calls[name];
  const bytes = body();
  const { hostname, port } = new URL(world.url);
  const socket = connect(Number(port), hostname);
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk;
  });
  // A use of the session is written down when its last one is more than a minute ago.
  world.server.clock.advance(120_000);
  socket.write(
    [
      `POST ${path()} HTTP/1.1`,
      'Host: localhost',
      'Connection: close',
      `Authorization: Bearer ${token}`,
      `Content-Type: ${type}`,
      `Content-Length: ${bytes.length}`,
      '',
      '',
    ].join('\r\n'),
  );
  socket.write(bytes.subarray(0, -10));
  const { db } = world.server.context;
  await vi.waitFor(async () => {
    const session = (await db.select().from(sessions)).find(
      ({ tokenSha256 }) => tokenSha256 === sha256Hex(token),
    );
    expect(session?.lastSeenAt.getTime()).toBe(world.server.clock.now());
  }, 20_000);
  return {
    async finish() {
      socket.write(bytes.subarray(-10));
      await once(socket, 'close');
      return Number(/^HTTP\/1\.1 (\d{3})/.exec(heard)?.[1]);
    },
  };
}

/** What a call could have stored: rows, and the names of all files but the database's. */
async function stored() {
  const { context } = world.server;
  const people = await context.db.select().from(users);
  const posts = await context.db.select({ id: messages.id }).from(messages);
  const all = await readdir(context.config.dataFolder, { recursive: true, withFileTypes: true });
  return {
    people: people.map(({ id, about, dp, passwordHash }) => ({ id, about, dp, passwordHash })),
    posts: posts.length,
    files: all.filter((entry) => entry.isFile() && /^[0-9a-f-]{32,36}/.test(entry.name)),
  };
}

test.each(Object.keys(calls) as CallName[])(
  'returns 401 for %s when the user logs out before the upload ends',
  async (name) => {
    // A demo account, as the others have no password.
    const token =
      name === 'a new password' ? await world.server.signIn('member') : (await world.session(ann)).token;
    const before = await stored();
    const sent = await sendMostOf(name, token);
    expect((await world.server.call('POST', '/api/web/logout', { token })).status).toBe(200);
    expect(await sent.finish()).toBe(401);
    expect(await stored()).toEqual(before);
  },
);

test('returns 403 for a post with a file when the plan ends before the upload does', async () => {
  const carl = await world.person('Carl', planEnd());
  chatId = await world.chat('GR', 'Carl’s group', [carl, ann]);
  const before = await stored();
  const sent = await sendMostOf('a post with a file', carl.token);
  world.server.clock.advance(120_000);
  expect(await sent.finish()).toBe(403);
  expect(await stored()).toEqual(before);
});

test('saves a profile picture when only the plan ends before the upload does', async () => {
  const dora = await world.person('Dora', planEnd());
  const sent = await sendMostOf('a profile picture', dora.token);
  world.server.clock.advance(120_000);
  expect(await sent.finish()).toBe(200);
});
