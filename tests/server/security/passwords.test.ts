// Stored password hashes are updated to the current cost at sign-in.
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { demoPassword } from '../../../examples/sandbox/src/demo-data/accounts.ts';
import { users } from '../../../examples/server/src/db/schema/accounts.ts';
import { hashPassword } from '../../../examples/server/src/security/passwords.ts';
import { signInBody } from '../../support/account-bodies.ts';
import { sharedServer } from '../../support/test-server.ts';

/** A hash of the demo password with less memory than any cost of these tests. */
const weak = '$argon2id$v=19$m=32,t=1,p=1$SRtQV3PV13C73GQL0Q4CNA$1UoX2kjh38dk7AwNgsUxnlZMU3+fZF6La9l6K4eNCfs';
const email = 'member@openbell.test';
/** The beginning of a hash with the current cost. */
let current = '';

const server = sharedServer();
beforeAll(async () => {
  [current = ''] = (await hashPassword(demoPassword)).match(/^\$argon2id\$v=19\$[^$]+\$/) ?? [];
});
beforeEach(() => server.context.db.update(users).set({ passwordHash: weak }));

async function storedHash(): Promise<string> {
  const rows = await server.context.db.select().from(users);
  return rows.find((user) => user.email === email)?.passwordHash ?? '';
}

const signIn = (password: string) =>
  server.call('POST', '/api/web/login', { body: signInBody(email, password) });

test('rehashes an outdated password hash once at sign-in', async () => {
  const early = await server.signIn(email);
  const strong = await storedHash();
  expect(strong.startsWith(current)).toBe(true);
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
  expect((await storedHash()).startsWith(current)).toBe(true);
});
