// Stored password hashes are updated to the current cost at sign-in.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { demoPassword } from '../../../examples/sandbox/src/demo-data/accounts.ts';
import { users } from '../../../examples/server/src/db/schema/accounts.ts';
import { isWeakHash } from '../../../examples/server/src/security/passwords.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

let server: TestServer;
/** Hashes of the demo password: one with a fifth of today's memory, one with a single pass instead of two. */
const weak =
  '$argon2id$v=19$m=4096,t=1,p=1$41nrjkd+EWxiAXkAeYZHew$S80ICoxjLIoKjdvt1cpasPu6+7eNRrCFE3Tft4NOY9U';
const email = 'member@openbell.test';
const floor = '$argon2id$v=19$m=19456,t=2,p=1$';

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(() => server.context.db.update(users).set({ passwordHash: weak }));

async function storedHash(): Promise<string> {
  const rows = await server.context.db.select().from(users);
  return rows.find((user) => user.email === email)?.passwordHash ?? '';
}

const signIn = (password: string) =>
  server.call('POST', '/api/web/login', { body: { type: 'manual', username: email, password } });

test('rehashes an outdated password hash once at sign-in', async () => {
  const early = await server.signIn(email);
  const strong = await storedHash();
  expect(strong.startsWith(floor)).toBe(true);
  expect((await signIn(demoPassword)).status).toBe(200);
  // A current hash is left unchanged, and the session that rehashed it stays valid.
  expect(await storedHash()).toBe(strong);
  expect((await server.call('GET', '/api/web/profile', { token: early })).status).toBe(200);
});

test('keeps the hash when the password is wrong', async () => {
  expect((await signIn('not the password')).status).toBe(422);
  expect(await storedHash()).toBe(weak);
});

test('accepts several sign-ins at once while one of them rehashes the password', async () => {
  const responses = await Promise.all(Array.from({ length: 5 }, () => signIn(demoPassword)));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect((await storedHash()).startsWith(floor)).toBe(true);
});

test('treats another algorithm or a lower cost as weak, and a higher cost as strong', async () => {
  const kept = [floor, '$argon2id$v=19$m=65536,t=3,p=4$'];
  const grown = [
    '$argon2i$v=19$m=19456,t=2,p=1$',
    '$argon2id$v=16$m=19456,t=2,p=1$',
    '$argon2id$v=19$m=19455,t=2,p=1$',
    '$argon2id$v=19$m=65536,t=1,p=1$',
    '$2b$10$',
    '',
  ];

  expect(kept.filter((start) => isWeakHash(`${start}c2FsdA$aGFzaA`))).toEqual([]);
  expect(grown.filter((start) => isWeakHash(`${start}c2FsdA$aGFzaA`))).toEqual(grown);
});
