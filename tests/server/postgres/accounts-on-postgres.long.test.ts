// The same schema, migrations and calls on a real PostgreSQL with parallel transactions.

import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seeds } from '../../../examples/sandbox/src/demo-data/index.ts';
import { seedOnce } from '../../../examples/sandbox/src/demo-data/seed.ts';
import { sandboxMigrations } from '../../../examples/sandbox/src/index.ts';
import { createCaptchaChallenge, verifyAltcha } from '../../../examples/server/src/captcha/altcha.ts';
import type { Database } from '../../../examples/server/src/db/database.ts';
import { migrate, readMigrations } from '../../../examples/server/src/db/migrate.ts';
import { openDatabase } from '../../../examples/server/src/db/open-database.ts';
import { rateLimits } from '../../../examples/server/src/db/schema/accounts.ts';
import { otpCodes } from '../../../examples/server/src/db/schema/otp.ts';
import { readInstallationKey } from '../../../examples/server/src/security/installation-keys.ts';
import { hitRateLimit } from '../../../examples/server/src/security/rate-limits.ts';
import { registration, signInBody } from '../../support/account-bodies.ts';
import { hasPostgres, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { testConfig } from '../../support/test-config.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { guessInParallel, recoveryOf } from '../accounts/otp-support.ts';

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  let postgres: TestPostgres;
  let url: string;
  let database: Database;
  let server: TestServer;
  beforeAll(async () => {
    postgres = await startPostgres();
    url = await postgres.createDatabase();
    server = await startTestServer({ database: await openDatabase({ url }) });
    database = await openDatabase({ url });
  });
  afterAll(async () => {
    await server.close();
    await database.close();
    await postgres.stop();
  });

  test('migrates, seeds and responds as on the embedded database', async () => {
    const token = await server.signIn('subscriber');
    const profile = await server.call('GET', '/api/web/profile', { token });
    expect(profile.status).toBe(200);
    expect(profile.body.user).toMatchObject({ email: 'subscriber@openbell.test' });
    expect((await server.call('GET', '/api/web/chats?chat_type=GR', { token })).status).toBe(200);
  });

  test('migrates and seeds once when two processes start together', async () => {
    const fresh = await postgres.createDatabase();
    const [a, b] = await Promise.all([openDatabase({ url: fresh }), openDatabase({ url: fresh })]);
    const migrations = await readMigrations(sandboxMigrations);
    const applied = await Promise.all([migrate(a, migrations), migrate(b, migrations)]);
    expect(applied.flat().sort()).toEqual(migrations.map(({ name }) => name));
    const config = testConfig({ dataFolder: '/nowhere' });
    const clock = { now: () => Date.now() };
    const seeded = await Promise.all([a, b].map(({ db }) => seedOnce({ db, clock, config }, seeds)));
    expect(seeded.sort()).toEqual([false, true]);
    await Promise.all([a.close(), b.close()]);
  });

  test('accepts one of twenty parallel registrations of one address', async () => {
    const body = registration({ email: 'race@example.com' });
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        server.call('POST', '/api/web/register', {
          body: { ...body, email: index % 2 === 0 ? body.email : body.email.toUpperCase() },
        }),
      ),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 422)).toHaveLength(19);
  });

  test('lets five of fifty parallel hits through a limit of five', async () => {
    const limit = { limit: 5, windowMs: 60_000 };
    const now = Date.now();
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => hitRateLimit(database.db, 'race', { ...limit, now })),
    );
    expect(responses.filter(({ allowed }) => allowed)).toHaveLength(5);
    const rows = await database.db.select().from(rateLimits);
    expect(rows.find(({ key }) => key === 'race')?.hits).toHaveLength(5);
  });

  test('accepts one of twenty parallel uses of one captcha', async () => {
    const keys = { challenge: 'a', solution: 'b' };
    const now = Date.now();
    const challenge = await createCaptchaChallenge(keys, now);
    const solution = await solveChallenge({ challenge, deriveKey });
    const captcha = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
    const used = await Promise.all(
      Array.from({ length: 20 }, () => verifyAltcha(database.db, { keys, captcha, now })),
    );
    expect(used.filter(Boolean)).toHaveLength(1);
  });

  test('evaluates five of fifty parallel guesses of a code, then rejects the right one [otp.parallel-guessing]', async () => {
    expect(await guessInParallel(server, 'lapsed@openbell.test')).toEqual(Array(51).fill(422));
    const rows = await database.db.select().from(otpCodes);
    expect(rows.map(({ attempts }) => attempts)).toEqual([5]);
  });

  test('accepts one of twenty parallel resets with one verified code [otp.reset-consumes]', async () => {
    const recovery = recoveryOf(server);
    const email = 'other@openbell.test';
    const otp = await recovery.verifiedCode(email);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => recovery.reset(email, otp, `Different-bell-${index}`)),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const mails = await recovery.mailsTo(email);
    expect(mails.filter(({ subject }) => subject.endsWith('was changed'))).toHaveLength(1);
  });

  test('leaves no session of a sign-in with the old password during a reset [otp.ends-sessions]', async () => {
    const recovery = recoveryOf(server);
    const email = 'member@openbell.test';
    const signIn = (password: string) =>
      server.call('POST', '/api/web/login', { body: signInBody(email, password) });
    let password = 'Opening-bell-9';
    for (let round = 0; round < 6; round += 1) {
      server.clock.advance(16 * 60_000);
      const otp = await recovery.verifiedCode(email);
      const next = `Another-bell-${round}`;
      const early = Array.from({ length: 2 }, () => signIn(password));
      const reset = recovery.reset(email, otp, next);
      const late = Array.from({ length: 3 }, () => signIn(password));
      expect((await reset).status).toBe(200);
      for (const { body, status } of await Promise.all([...early, ...late])) {
        if (status !== 200) continue;
        const profile = await server.call('GET', '/api/web/profile', { token: String(body.access) });
        expect(profile.status).toBe(401);
      }
      password = next;
    }
    expect((await signIn(password)).status).toBe(200);
  });

  test('creates one installation key for many parallel requests', async () => {
    const keys = await Promise.all(
      Array.from({ length: 20 }, () => readInstallationKey(database.db, 'race')),
    );
    expect(new Set(keys).size).toBe(1);
  });
});
