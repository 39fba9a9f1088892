// A request stores nothing if the session, the plan, the chat or the right to post ends while its body is being sent.
import { readdir } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { sessions, users } from '../../../examples/server/src/db/schema/accounts.ts';
import { messages } from '../../../examples/server/src/db/schema/chat.ts';
import type { CommandName } from '../../../examples/server/src/operate/commands.ts';
import { sha256Hex } from '../../../examples/server/src/security/tokens.ts';
import { headOf, openRaw, statusOf } from '../../support/raw-connection.ts';
import { until } from '../../support/until.ts';
import { sharedWorld, type TestUser, usersOf } from '../chat/support.ts';
import { tinyImages } from '../files/tiny-images.ts';
import { type Inputs, operate } from '../operate/support.ts';

let chatId: number;

const world = sharedWorld({ production: true, frozen: true });
const [ann] = usersOf(world, beforeAll, 'Ann');
beforeAll(async () => {
  const bob = await world.user('Bob');
  chatId = await world.chat('GR', 'Group', [ann, bob]);
});

const boundary = 'a-boundary-of-the-form';
const image = Buffer.from(tinyImages.jpeg, 'base64');

/** A form with an image in `field`, or without a file. */
function multipart(fields: Readonly<Record<string, string>>, field?: string): Buffer {
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const end = `--${boundary}--\r\n`;
  if (field === undefined) return Buffer.from(texts.join('') + end);
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="a.jpg"\r\n\r\n`;
  return Buffer.concat([Buffer.from(texts.join('') + file), image, Buffer.from(`\r\n${end}`)]);
}

const form = `multipart/form-data; boundary=${boundary}`;
const calls = {
  'a post with a file': {
    path: () => `/api/web/chat/${chatId}`,
    type: form,
    body: () => multipart({ chat_id: String(chatId), message: 'Look.', message_type: 'IMG' }, 'files[]'),
  },
  'a text': {
    path: () => `/api/web/chat/${chatId}`,
    type: form,
    body: () => multipart({ chat_id: String(chatId), message: 'Look.', message_type: 'TXT' }),
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

/** The end of a plan that expires during a request. */
const planEnd = () => new Date(world.server.clock.now() + 180_000);

interface HalfSent {
  /** Sends the rest of the body and returns the status. */
  finish(): Promise<number>;
}

/** Sends a call without its last bytes; resolves when the server has read the session. */
async function sendMostOf(name: CallName, token: string): Promise<HalfSent> {
  const { path, type, body } = calls[name];
  const bytes = body();
  // The server updates the last use of a session when it is more than a minute old.
  world.server.clock.advance(120_000);
  const head = headOf(
    `POST ${path()} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    `Authorization: Bearer ${token}`,
    `Content-Type: ${type}`,
    `Content-Length: ${bytes.length}`,
  );
  const { socket, ended } = await openRaw(world.url, head);
  socket.write(bytes.subarray(0, -10));
  const { db } = world.server.context;
  await until(async () => {
    const session = (await db.select().from(sessions)).find(
      ({ tokenSha256 }) => tokenSha256 === sha256Hex(token),
    );
    expect(session?.lastSeenAt.getTime()).toBe(world.server.clock.now());
  });
  return {
    async finish() {
      socket.write(bytes.subarray(-10));
      return statusOf(await ended);
    },
  };
}

/** Everything a call could have stored: rows, and the names of files outside the database. */
async function stored() {
  const { context } = world.server;
  const people = await context.db.select().from(users).orderBy(users.id);
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
    // A demo account, because the other users have no password.
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
  const carl = await world.user('Carl', planEnd());
  chatId = await world.chat('GR', 'Carl’s group', [carl, ann]);
  const before = await stored();
  const sent = await sendMostOf('a post with a file', carl.token);
  world.server.clock.advance(120_000);
  expect(await sent.finish()).toBe(403);
  expect(await stored()).toEqual(before);
});

/** What ends a member's right to post in a chat, and the status of a post after it. */
const lostRights = {
  'is removed from the chat': {
    status: 404,
    end: (chat, { id }) => act('chat remove', { chat, member: `${id}` }),
  },
  'loses the chat, which is archived,': { status: 404, end: (chat) => act('chat archive', { chat }) },
  'is muted by the operator': {
    status: 403,
    async end() {
      const { rows = [] } = await act('report list');
      await act('report resolve', { report: String(rows.at(-1)?.report), action: 'mute' });
    },
  },
} as const satisfies Record<
  string,
  { readonly status: number; end(chat: string, user: TestUser): Promise<unknown> }
>;
const act = (command: CommandName, inputs?: Inputs) => operate(world.server, command, inputs);

describe.each(['a text', 'a post with a file'] as const)('%s', (name) => {
  test.each(Object.entries(lostRights))(
    'is not stored when its sender %s before the end',
    async (_why, right) => {
      const carl = await world.user('Carl');
      chatId = await world.chat('GR', 'Group', [carl, ann]);
      await world.act(ann, await world.tell(carl, chatId, 'Spam.'), 'report');
      const before = await stored();
      const sent = await sendMostOf(name, carl.token);
      await right.end(String(chatId), carl);
      expect(await sent.finish()).toBe(right.status);
      expect(await stored()).toEqual(before);
    },
  );
});

test('saves a profile picture when only the plan ends before the upload does', async () => {
  const dora = await world.user('Dora', planEnd());
  const sent = await sendMostOf('a profile picture', dora.token);
  world.server.clock.advance(120_000);
  expect(await sent.finish()).toBe(200);
});
