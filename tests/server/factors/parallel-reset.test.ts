// Factors that are added and used while the operator resets them, on a real PostgreSQL.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rowsOf } from '../../../examples/server/src/db/database.ts';
import { openDatabase } from '../../../examples/server/src/db/open-database.ts';
import { eq, sql } from '../../../examples/server/src/db/query.ts';
import { sessions, users } from '../../../examples/server/src/db/schema/accounts.ts';
import { authenticators } from '../../../examples/server/src/db/schema/factors.ts';
import { passkeys } from '../../../examples/server/src/db/schema/passkeys.ts';
import { hasPostgres, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { createSoftPasskey } from '../../support/soft-authenticator.ts';
import { type CallResponse, startTestServer, type TestServer } from '../../support/test-server.ts';
import { operate } from '../operate/support.ts';
import { type Member, memberOf } from './support.ts';

const site = { rpId: 'openbell.example', origin: 'https://openbell.example' };

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  let postgres: TestPostgres;
  let server: TestServer;
  let joined = 0;
  beforeAll(async () => {
    postgres = await startPostgres();
    server = await startTestServer({
      frozen: true,
      config: { publicUrl: site.origin },
      database: await openDatabase({ url: await postgres.createDatabase() }),
    });
  });
  afterAll(async () => {
    await server.close();
    await postgres.stop();
  });

  async function join(): Promise<Member & { readonly id: number }> {
    joined += 1;
    const member = await memberOf(server, `pia${joined}@example.com`).join();
    const [user] = await server.context.db.select().from(users).where(eq(users.email, member.email));
    return Object.assign(member, { id: user?.id ?? 0 });
  }
  /** Returns the body of a call that adds a passkey. */
  async function newPasskey(member: Member): Promise<object> {
    const challenge = String((await member.post('new-passkey')).body.challenge);
    return createSoftPasskey().attest({ ...site, challenge });
  }
  /** Resolves when so many transactions wait for a lock. */
  async function untilWaiting(count: number): Promise<void> {
    const waiting = await rowsOf(server.context.db, sql`select 1 from pg_locks where not granted`);
    if (waiting.length < count) await untilWaiting(count);
  }
  /** Sends a call after a transaction has ended the sessions of its user, and before the transaction is committed. */
  async function callWhileSessionsEnd(
    userId: number,
    call: () => Promise<CallResponse>,
  ): Promise<CallResponse> {
    let response: Promise<CallResponse> | undefined;
    await server.context.db.transaction(async (tx) => {
      await tx.delete(sessions).where(eq(sessions.userId, userId));
      response = call();
      await Promise.race([response, untilWaiting(1)]);
    });
    if (response === undefined) throw new Error('The transaction did not run.');
    return response;
  }

  test('adds no passkey when the sessions of its member end meanwhile', async () => {
    const pia = await join();
    const body = await newPasskey(pia);
    const response = await callWhileSessionsEnd(pia.id, () => pia.post('add-passkey', body));
    expect(response.status).toBe(401);
    const stored = await server.context.db.select().from(passkeys).where(eq(passkeys.userId, pia.id));
    expect(stored).toEqual([]);
  });

  test('adds no authenticator app when the sessions of its member end meanwhile', async () => {
    const pia = await join();
    await pia.beginApp();
    const body = { code: pia.code() };
    const response = await callWhileSessionsEnd(pia.id, () => pia.post('confirm-authenticator', body));
    expect(response.status).toBe(401);
    const stored = await server.context.db
      .select()
      .from(authenticators)
      .where(eq(authenticators.userId, pia.id));
    expect(stored.map(({ confirmedAt }) => confirmedAt)).toEqual([null]);
  });

  test('signs nobody in with a passkey that is removed during the sign-in', async () => {
    const pia = await join();
    const passkey = createSoftPasskey();
    const added = String((await pia.post('new-passkey')).body.challenge);
    await pia.post('add-passkey', passkey.attest({ ...site, challenge: added }));
    const challenge = String((await server.call('POST', '/api/web/passkey-sign-in')).body.challenge);
    let response: Promise<CallResponse> | undefined;
    await server.context.db.transaction(async (tx) => {
      // Holds the sign-in after the passkey was verified, before the session begins.
      await tx.select().from(users).where(eq(users.id, pia.id)).for('update');
      const body = { type: 'passkey', passkey: passkey.assert({ ...site, challenge }) };
      response = server.call('POST', '/api/web/login', { body });
      await untilWaiting(1);
      await tx.delete(sessions).where(eq(sessions.userId, pia.id));
      await tx.delete(passkeys).where(eq(passkeys.userId, pia.id));
    });
    expect((await response)?.status).toBe(422);
    const begun = await server.context.db.select().from(sessions).where(eq(sessions.userId, pia.id));
    expect(begun).toEqual([]);
  });

  test('removes a passkey whose call had locked its session before the operator reset the factors', async () => {
    const pia = await join();
    await pia.post('add-passkey', await newPasskey(pia));
    const body = await newPasskey(pia);
    let reset: Promise<unknown> | undefined;
    let response: Promise<CallResponse> | undefined;
    await server.context.db.transaction(async (tx) => {
      // Holds the call after it has locked its session, before it stores the passkey.
      await tx.execute('lock table passkeys in share row exclusive mode');
      response = pia.post('add-passkey', body);
      await untilWaiting(1);
      reset = operate(server, 'member reset-factors', { member: String(pia.id) });
      await untilWaiting(2);
    });
    await Promise.all([response, reset]);
    const stored = await server.context.db.select().from(passkeys).where(eq(passkeys.userId, pia.id));
    expect(stored).toEqual([]);
  });
});
