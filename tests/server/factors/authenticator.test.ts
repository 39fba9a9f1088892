// The authenticator app, recovery codes and proofs, on both databases.
import { beforeEach, describe, expect, test } from 'vitest';
import { users } from '../../../examples/server/src/db/schema/accounts.ts';
import { authenticators, recoveryCodes } from '../../../examples/server/src/db/schema/factors.ts';
import { beginSession } from '../../../examples/server/src/sessions/sessions.ts';
import { engines, sharedServer } from '../../support/test-server.ts';
import { newPassword, recoveryOf } from '../accounts/otp-support.ts';
import { operate } from '../operate/support.ts';
import { clearLimits, fieldsOf, type Member, memberOf, password } from './support.ts';

describe.each(engines)('on %s', (engine) => {
  let joined = 0;
  const server = sharedServer({ frozen: true, config: { rateLimits: true }, engine });
  beforeEach(() => clearLimits(server));

  const join = (): Promise<Member> => {
    joined += 1;
    return memberOf(server, `fay${joined}@example.com`).join();
  };
  const profile = async (token: string) => (await server.call('GET', '/api/web/profile', { token })).status;
  const userId = async (email: string) =>
    (await server.context.db.select().from(users)).find((user) => user.email === email)?.id ?? 0;
  /** The stored rows of a member: the app and the recovery codes. */
  const rowsOf = async (email: string) => {
    const id = await userId(email);
    const { db } = server.context;
    return {
      apps: (await db.select().from(authenticators)).filter((row) => row.userId === id),
      codes: (await db.select().from(recoveryCodes)).filter((row) => row.userId === id),
    };
  };

  test('adds no app with a secret that another session requested [factors.pending]', async () => {
    const fay = await join();
    await fay.beginApp();
    // A stolen session that knows the secret, from before the member reset the password.
    const { db, clock } = server.context;
    const token = await beginSession(db, { userId: await userId(fay.email), remember: true }, clock.now());
    const body = { code: fay.code() };
    expect((await server.call('POST', '/api/web/confirm-authenticator', { token, body })).status).toBe(409);
    expect(await fay.factors()).toMatchObject({ authenticator: null });
    expect((await fay.post('confirm-authenticator', body)).status).toBe(200);
    // Its codes count in every session.
    server.clock.advance(30_000);
    expect((await fay.login({ code: fay.code() })).status).toBe(200);
  });

  test('adds no app with a secret of more than 30 minutes ago [factors.pending]', async () => {
    const fay = await join();
    await fay.beginApp();
    server.clock.advance(30 * 60_000 + 1);
    expect((await fay.post('confirm-authenticator', { code: fay.code() })).status).toBe(409);
    expect(await fay.factors()).toMatchObject({ authenticator: null });
  });

  test('adds the app by one code, returns ten recovery codes once and mails the member [factors.app] [factors.recovery-codes] [factors.mail]', async () => {
    const fay = await join();
    expect(await fay.factors()).toEqual({ authenticator: null, recovery_codes: 0, proofs: ['password'] });
    const begun = await fay.beginApp();
    expect(String(begun.body.uri)).toMatch(
      new RegExp(`^otpauth://totp/Openbell:${encodeURIComponent(fay.email)}\\?.*secret=${fay.secret}`),
    );
    // A pending secret changes nothing.
    expect((await fay.login()).status).toBe(200);
    expect(fieldsOf(await fay.post('confirm-authenticator', { code: '000000' }))).toEqual([422, 'code']);
    const codes = await fay.addApp();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    expect(await fay.factors()).toMatchObject({ recovery_codes: 10, proofs: ['code'] });
    expect((await fay.mails())[0]?.subject).toBe('An authenticator app was added to your Openbell account');
    expect((await fay.beginApp()).status).toBe(409);
    expect((await fay.post('confirm-authenticator', { code: fay.code() })).status).toBe(409);
  });

  test('stores the secret encrypted and recovery codes as digests, and logs neither [factors.at-rest]', async () => {
    const fay = await join();
    const codes = await fay.addApp();
    const rows = JSON.stringify([await rowsOf(fay.email), server.logLines, await fay.mails()]);
    for (const secret of [fay.secret, ...codes, ...codes.map((code) => code.replace('-', ''))])
      expect(rows).not.toContain(secret);
  });

  test('needs a code after the right password, and says nothing of it before [factors.sign-in]', async () => {
    const fay = await join();
    await fay.addApp();
    const wrong = await fay.login({ password: 'not the password' });
    expect([wrong.status, wrong.body.errors]).toEqual([422, undefined]);
    const refused = await fay.login();
    expect(fieldsOf(refused)).toEqual([422, 'code']);
    expect(refused.body.access).toBeUndefined();
    expect(fieldsOf(await fay.login({ code: '000000' }))).toEqual([422, 'code']);
    expect((await fay.login({ password: 'not the password', code: fay.code() })).body.errors).toBeUndefined();
    const response = await fay.login({ code: fay.code() });
    expect(Object.keys(response.body).sort()).toEqual(['access', 'message', 'user']);
    expect(await profile(String(response.body.access))).toBe(200);
  });

  test('accepts each code once, also in parallel, and those of the steps beside it [factors.code-once] [factors.window]', async () => {
    const fay = await join();
    await fay.addApp();
    server.clock.advance(60_000);
    expect(fieldsOf(await fay.login({ code: fay.code(-2) }))).toEqual([422, 'code']);
    expect(fieldsOf(await fay.login({ code: fay.code(2) }))).toEqual([422, 'code']);
    expect((await fay.login({ code: fay.code(-1) })).status).toBe(200);
    const code = fay.code(1);
    const responses = await Promise.all(Array.from({ length: 4 }, () => fay.login({ code })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
    // An older step is not accepted after a newer one.
    expect(fieldsOf(await fay.login({ code: fay.code() }))).toEqual([422, 'code']);
  });

  test('accepts each recovery code once, however it is typed, and none of another member [factors.recovery-once]', async () => {
    const [fay, eve] = [await join(), await join()];
    const [first = '', second = ''] = await fay.addApp();
    await eve.addApp();
    expect(fieldsOf(await eve.login({ code: first }))).toEqual([422, 'code']);
    const responses = await Promise.all(Array.from({ length: 4 }, () => fay.login({ code: first })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
    expect((await fay.login({ code: ` ${second.toUpperCase().replace('-', ' ')} ` })).status).toBe(200);
    expect(await fay.factors()).toMatchObject({ recovery_codes: 8 });
  });

  test('replaces the recovery codes after a proof [factors.recovery-codes]', async () => {
    const fay = await join();
    const [old = ''] = await fay.addApp();
    fay.waitForProofToEnd();
    expect(fieldsOf(await fay.post('new-recovery-codes'))).toEqual([422, 'proof']);
    await fay.post('prove', { code: fay.code() });
    const response = await fay.post('new-recovery-codes');
    expect(response.status).toBe(200);
    const [fresh = ''] = response.body.recovery_codes as unknown as string[];
    expect(fieldsOf(await fay.login({ code: old }))).toEqual([422, 'code']);
    expect((await fay.login({ code: fresh })).status).toBe(200);
    expect((await fay.mails())[0]?.subject).toBe('Your Openbell recovery codes were replaced');
  });

  test('limits wrong codes to five in 15 minutes and twenty a day, also in parallel [factors.tries]', async () => {
    const fay = await join();
    await fay.addApp();
    const guess = (index: number) => fay.login({ code: String(100_000 + index) });
    const statuses = await Promise.all(
      Array.from({ length: 12 }, (_, index) => guess(index).then(({ status }) => status)),
    );
    expect(statuses.filter((status) => status === 422).length).toBeLessThanOrEqual(5);
    const blocked = await fay.login({ code: fay.code() });
    expect(blocked.status).toBe(429);
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(0);
    // Four windows a day; the password's own limit is not reached.
    for (let window = 0; window < 3; window += 1) {
      server.clock.advance(16 * 60_000);
      for (let index = 0; index < 5; index += 1) await guess(index);
    }
    server.clock.advance(16 * 60_000);
    expect((await fay.login({ code: fay.code() })).status).toBe(429);
    server.clock.advance(24 * 3_600_000);
    expect((await fay.login({ code: fay.code() })).status).toBe(200);
  });

  test('a password reset by mail does not replace the code [factors.reset]', async () => {
    const fay = await join();
    await fay.addApp();
    const recovery = recoveryOf(server);
    const code = await recovery.verifiedCode(fay.email);
    expect((await recovery.reset(fay.email, code)).status).toBe(200);
    expect(fieldsOf(await fay.login({ password: newPassword }))).toEqual([422, 'code']);
    expect((await fay.login({ password: newPassword, code: fay.code() })).status).toBe(200);
  });

  test('needs a proof of the last five minutes to add and to remove the app [factors.proof]', async () => {
    const fay = await join();
    fay.waitForProofToEnd();
    expect(fieldsOf(await fay.beginApp())).toEqual([422, 'proof']);
    expect(fieldsOf(await fay.post('prove', { password: 'not the password' }))).toEqual([422, 'password']);
    expect(fieldsOf(await fay.beginApp())).toEqual([422, 'proof']);
    expect((await fay.post('prove', { password })).status).toBe(200);
    await fay.addApp();
    expect((await fay.post('remove-authenticator')).status).toBe(200);
    await fay.addApp();
    fay.waitForProofToEnd();
    expect(fieldsOf(await fay.post('remove-authenticator'))).toEqual([422, 'proof']);
    // The password alone is less than a sign-in needs.
    expect(fieldsOf(await fay.post('prove', { password }))).toEqual([422, 'code']);
    expect((await fay.post('prove', { code: fay.code() })).status).toBe(200);
    expect((await fay.post('remove-authenticator')).status).toBe(200);
    expect((await fay.mails())[0]?.subject).toBe(
      'The authenticator app was removed from your Openbell account',
    );
    expect((await fay.post('remove-authenticator')).status).toBe(409);
    expect((await fay.post('new-recovery-codes')).status).toBe(409);
    expect((await fay.login()).status).toBe(200);
  });

  test('a proof counts for its own session only [factors.proof]', async () => {
    const fay = await join();
    await fay.addApp();
    const [recovery = ''] = (await fay.post('new-recovery-codes')).body.recovery_codes as unknown as string[];
    const response = await fay.login({ code: recovery });
    fay.waitForProofToEnd();
    await fay.post('prove', { code: fay.code() });
    const there = await server.call('POST', '/api/web/remove-authenticator', {
      token: String(response.body.access),
    });
    expect(fieldsOf(there)).toEqual([422, 'proof']);
  });

  test('changing the password and deleting the account need a proof with an app only [factors.step-up]', async () => {
    const change = { current_password: password, password: newPassword, confirm_password: newPassword };
    const plain = await join();
    plain.waitForProofToEnd();
    expect((await plain.post('change-password', change)).status).toBe(200);
    expect((await plain.post('delete-account', { password: newPassword })).status).toBe(200);

    const fay = await join();
    await fay.addApp();
    fay.waitForProofToEnd();
    expect(fieldsOf(await fay.post('change-password', change))).toEqual([422, 'proof']);
    expect(fieldsOf(await fay.post('delete-account', { password }))).toEqual([422, 'proof']);
    expect(await profile(fay.token)).toBe(200);
    await fay.post('prove', { code: fay.code() });
    // The proof replaces neither password.
    const wrong = { ...change, current_password: 'not the password' };
    expect(fieldsOf(await fay.post('change-password', wrong))).toEqual([422, 'current_password']);
    expect((await fay.post('change-password', change)).status).toBe(200);
    expect(fieldsOf(await fay.post('delete-account', { password }))).toEqual([422, 'password']);
    const id = await userId(fay.email);
    expect((await fay.post('delete-account', { password: newPassword })).status).toBe(200);
    const { db } = server.context;
    const left = [
      ...(await db.select().from(authenticators)),
      ...(await db.select().from(recoveryCodes)),
    ].filter((row) => row.userId === id);
    expect(left).toEqual([]);
  });

  test('the operator sees the app and resets it, which signs the member out and mails them [operate.factors]', async () => {
    const fay = await join();
    await fay.addApp();
    const shown = await operate(server, 'member show', { member: fay.email });
    expect(shown.details).toMatchObject({
      authenticator_app: expect.stringMatching(/^20/),
      recovery_codes: 10,
    });
    await operate(server, 'member reset-factors', { member: fay.email }, true);
    expect(fieldsOf(await fay.login())).toEqual([422, 'code']);
    await operate(server, 'member reset-factors', { member: fay.email });
    expect(await profile(fay.token)).toBe(401);
    expect((await fay.login()).status).toBe(200);
    expect((await fay.mails())[0]?.subject).toBe('Two-step sign-in was turned off for your Openbell account');
    expect((await operate(server, 'member show', { member: fay.email })).details).toMatchObject({
      authenticator_app: null,
    });
  });
});
