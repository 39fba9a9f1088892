import { describe, expect, test } from 'vitest';
import { deleteExpiredOtpCodes } from '../../../examples/server/src/accounts/otp-codes.ts';
import { users } from '../../../examples/server/src/db/schema/accounts.ts';
import { otpCodes } from '../../../examples/server/src/db/schema/otp.ts';
import { registration, signInBody } from '../../support/account-bodies.ts';
import { sharedServer } from '../../support/test-server.ts';
import { connect } from '../chat/support.ts';
import { anotherCode, guessInParallel, newPassword, recoveryOf } from './otp-support.ts';

const minute = 60_000;
const refusal = 'This code is wrong or no longer valid. Check it, or ask for a new one.';

let people = 0;
const server = sharedServer({ frozen: true });
const recovery = recoveryOf(server);

/** Creates a user for one test. */
async function join(name = `person${++people}@example.com`): Promise<string> {
  const body = registration({ first_name: 'Pat', email: name, password: 'Opening-bell-9' });
  expect((await server.call('POST', '/api/web/register', { body })).status).toBe(201);
  return name;
}
const verifiedToken = async (email: string, otp: string): Promise<string> =>
  String((await recovery.verify(email, otp)).body.reset_token);
const signIn = (username: string, password: string) =>
  server.call('POST', '/api/web/login', { body: signInBody(username, password) });

describe('the three steps', () => {
  test('resets the password with send, verify and reset; only the new password signs in [otp.calls]', async () => {
    const email = await join();
    const sent = await recovery.send(email);
    expect(sent.status).toBe(200);
    expect(sent.body).toEqual({ message: 'If an account exists, a code has been sent.', retry_after: 60 });
    const otp = await recovery.codeOf(email);
    const verified = await recovery.verify(email, otp);
    expect(verified.status).toBe(200);
    expect(Object.keys(verified.body)).toEqual(['message', 'reset_token']);
    const reset = await recovery.reset(email, otp);
    expect(reset.status).toBe(200);
    expect(reset.body).toEqual({ message: 'Password reset successfully' });
    expect((await signIn(email, 'Opening-bell-9')).status).toBe(422);
    expect((await signIn(email, newPassword)).status).toBe(200);
  });

  test('mails a six-digit code to the stored address, whatever letter case was posted [otp.six-digits] [otp.stored-address]', async () => {
    const email = await join('Stored.Name@example.com');
    await recovery.send('stored.NAME@EXAMPLE.com');
    const [mail] = await recovery.mailsTo(email);
    expect(mail).toMatchObject({ to: 'Stored.Name@example.com', subject: 'Your Openbell code' });
    expect(mail?.text.match(/\d{6}/g)).toHaveLength(1);
    expect((await recovery.verify('STORED.NAME@example.com', await recovery.codeOf(email))).status).toBe(200);
  });

  test('keeps a code valid after verification, and consumes it with a reset [otp.verify-keeps] [otp.reset-consumes]', async () => {
    const email = await join();
    const otp = await recovery.newCode(email);
    for (let time = 0; time < 3; time += 1) expect((await recovery.verify(email, otp)).status).toBe(200);
    expect((await recovery.reset(email, otp)).status).toBe(200);
    for (const again of [await recovery.verify(email, otp), await recovery.reset(email, otp)]) {
      expect(again.status).toBe(422);
      expect(again.body.message).toBe(refusal);
    }
  });

  test('accepts the reset token in place of the code, once [otp.reset-token]', async () => {
    const email = await join();
    const otp = await recovery.newCode(email);
    const older = await verifiedToken(email, otp);
    const token = await verifiedToken(email, otp);
    expect(token).toMatch(/^[\w-]{43}$/);
    // Only the newest code, only for its own address, and only in the field `code`.
    for (const response of [
      await recovery.resetWithToken(email, older),
      await recovery.resetWithToken(await join(), token),
      await recovery.resetWithToken(email, 'x', { otp }),
    ]) {
      expect(response.status).toBe(422);
      expect(response.body.message).toBe(refusal);
    }
    expect((await recovery.resetWithToken(email, token, { otp: '000000' })).status).toBe(200);
    expect((await signIn(email, newPassword)).status).toBe(200);
    expect((await recovery.resetWithToken(email, token)).status).toBe(422);
  });

  test('invalidates a reset token with a new code, after ten minutes and after five failed attempts [otp.reset-token]', async () => {
    const replaced = await join();
    const first = await verifiedToken(replaced, await recovery.newCode(replaced));
    server.clock.advance(minute);
    await recovery.newCode(replaced);
    expect((await recovery.resetWithToken(replaced, first)).status).toBe(422);

    const tried = await join();
    const token = await verifiedToken(tried, await recovery.newCode(tried));
    for (let time = 0; time < 5; time += 1)
      expect((await recovery.resetWithToken(tried, `guess-${time}`)).status).toBe(422);
    expect((await recovery.resetWithToken(tried, token)).status).toBe(422);

    const late = await join();
    const kept = await verifiedToken(late, await recovery.newCode(late));
    server.clock.advance(10 * minute + 1_000);
    expect((await recovery.resetWithToken(late, kept)).status).toBe(422);
    expect((await signIn(late, 'Opening-bell-9')).status).toBe(200);
  });

  test('returns errors.otp when a reset has neither code nor token', async () => {
    const body = { email: 'a@example.com', password: newPassword, confirm_password: newPassword };
    const response = await server.call('POST', '/api/web/reset-password', { body });
    expect(response.status).toBe(422);
    expect(response.body.errors).toEqual({ otp: ['Please enter the 6-digit code.'] });
  });

  test('rejects a password with the user’s name and phone, and reveals this only with the right code', async () => {
    const email = await join();
    const otp = await recovery.verifiedCode(email);
    const fields = async (code: string, password: string) => {
      const response = await recovery.reset(email, code, password);
      return [response.status, ...Object.keys(response.body.errors ?? {})];
    };
    for (const own of ['Pat-1987-5550142', 'pat.3035550142']) {
      expect(await fields(otp, own)).toEqual([422, 'password']);
      expect(await fields(anotherCode(otp), own)).toEqual([422, 'otp']);
    }
    expect((await recovery.reset(email, otp)).status).toBe(200);
  });

  test('rejects a reset with an unverified code and counts it as an attempt [otp.reset-needs-verified]', async () => {
    const email = await join();
    const otp = await recovery.newCode(email);
    for (let time = 0; time < 5; time += 1) expect((await recovery.reset(email, otp)).status).toBe(422);
    expect((await recovery.verify(email, otp)).status).toBe(422);
    expect((await signIn(email, 'Opening-bell-9')).status).toBe(200);
  });

  test('rejects a code issued for another address [otp.one-address]', async () => {
    const [mine, theirs] = [await join(), await join()];
    const otp = await recovery.newCode(mine);
    await recovery.newCode(theirs);
    expect((await recovery.verify(theirs, otp)).status).toBe(422);
    await recovery.verify(mine, otp);
    expect((await recovery.reset(theirs, otp)).status).toBe(422);
  });

  test('invalidates the previous code and its verification when a new code is sent [otp.new-replaces-old]', async () => {
    const email = await join();
    const old = await recovery.verifiedCode(email);
    expect((await recovery.resend(email)).status).toBe(200);
    const fresh = await recovery.codeOf(email);
    expect((await recovery.reset(email, fresh)).status).toBe(422);
    if (fresh !== old) expect((await recovery.verify(email, old)).status).toBe(422);
    expect((await recovery.verify(email, fresh)).status).toBe(200);
    expect((await recovery.reset(email, fresh)).status).toBe(200);
  });

  test('expires a code after exactly ten minutes [otp.ten-minutes]', async () => {
    const email = await join();
    const otp = await recovery.newCode(email);
    server.clock.advance(10 * minute - 1);
    expect((await recovery.verify(email, otp)).status).toBe(200);
    server.clock.advance(1);
    expect((await recovery.verify(email, otp)).status).toBe(422);
    expect((await recovery.reset(email, otp)).status).toBe(422);
  });
});

describe('guessing', () => {
  test('rejects the sixth attempt, even with the right code and with rate limits off [otp.five-tries] [otp.limits-off]', async () => {
    const email = await join();
    const otp = await recovery.newCode(email);
    for (let step = 1; step <= 5; step += 1) {
      expect((await recovery.verify(email, anotherCode(otp, step))).status).toBe(422);
    }
    expect((await recovery.verify(email, otp)).status).toBe(422);
  });

  test('does not reset the attempt count on a successful verify, and counts a failed reset [otp.reset-counts-tries]', async () => {
    const email = await join();
    const otp = await recovery.newCode(email);
    for (let step = 1; step <= 4; step += 1) await recovery.verify(email, anotherCode(otp, step));
    expect((await recovery.verify(email, otp)).status).toBe(200);
    expect((await recovery.reset(email, anotherCode(otp))).status).toBe(422);
    expect((await recovery.reset(email, otp)).status).toBe(422);
    expect((await signIn(email, 'Opening-bell-9')).status).toBe(200);
  });

  test('evaluates only five of fifty parallel guesses across verify and reset [otp.parallel-guessing]', async () => {
    const statuses = await guessInParallel(server, await join());
    expect(statuses).toEqual(Array(51).fill(422));
    const rows = await server.context.db.select().from(otpCodes);
    expect(rows.map(({ attempts }) => attempts).filter((attempts) => attempts > 5)).toEqual([]);
  });

  test('sets one password when a verified code is used twenty times at once [otp.reset-consumes]', async () => {
    const email = await join();
    const otp = await recovery.verifiedCode(email);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => recovery.reset(email, otp, `Another-bell-${index}`)),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const winner = responses.findIndex(({ status }) => status === 200);
    expect((await signIn(email, `Another-bell-${winner}`)).status).toBe(200);
  });

  test('returns errors.otp for malformed codes without counting an attempt [otp.six-digits]', async () => {
    const email = await join();
    const otp = await recovery.newCode(email);
    const malformed = [
      '',
      '12345',
      '1234567',
      '12 456',
      `${otp}\n`,
      '１２３４５６',
      Number(otp),
      [otp],
      null,
    ];
    for (const wrong of malformed) {
      const response = await server.call('POST', '/api/web/verify-otp', { body: { email, otp: wrong } });
      expect(response.status, JSON.stringify(wrong)).toBe(422);
      expect(Object.keys(response.body.errors ?? {})).toEqual(['otp']);
    }
    expect((await recovery.verify(email, otp)).status).toBe(200);
  });
});

describe('the new password', () => {
  test('follows the rules of registration, and a rejected one costs no attempt [otp.password-rules]', async () => {
    const email = await join();
    const otp = await recovery.verifiedCode(email);
    const register = (password: string, password_confirmation: string) =>
      server.call('POST', '/api/web/register', {
        body: { ...registration({ email, password }), password_confirmation },
      });
    for (const [password, repeated] of [
      ['', ''],
      ['1234567', '1234567'],
      ['x'.repeat(129), 'x'.repeat(129)],
      ['nul\u0000-in-it', 'nul\u0000-in-it'],
      ['Closing-bell-7', 'Closing-bell-8'],
      ...['password1', 'Openbell-2026', `${email.split('@')[0]}-2026`, '123123123'].map(
        (weak) => [weak, weak] as const,
      ),
    ] as const) {
      const body = { email, otp, password, confirm_password: repeated };
      const response = await server.call('POST', '/api/web/reset-password', { body });
      const registration = await register(password, repeated);
      expect(response.status).toBe(422);
      expect(response.body.errors?.password).toEqual(registration.body.errors?.password);
      expect(response.body.errors?.confirm_password).toEqual(
        // A registration has its own text for an address that needs no repetition.
        password === '' ? undefined : registration.body.errors?.password_confirmation,
      );
    }
    const exact = ' Ünïcode 🔔 with blanks ';
    expect((await recovery.reset(email, otp, exact)).status).toBe(200);
    expect((await signIn(email, exact)).status).toBe(200);
    expect((await signIn(email, exact.trim())).status).toBe(422);
  });

  test('ends all sessions and sockets of the user, and none of other users [otp.ends-sessions]', async () => {
    const [email, other] = [await join(), await join()];
    // Sockets are for subscribers.
    const expiredAt = new Date(server.clock.now() + 60 * minute);
    await server.context.db.update(users).set({ expiredAt });
    const tokens = [
      await server.signIn(email as `${string}@${string}`),
      await server.signIn(email as `${string}@${string}`),
    ];
    const theirs = await server.signIn(other as `${string}@${string}`);
    const open = (token: string) => connect(server.url, token);
    const [theirSocket, ...sockets] = [await open(theirs), ...(await Promise.all(tokens.map(open)))];
    const endings: unknown[] = [];
    const off = server.context.bus.subscribe('session-ended', (detail) => endings.push(detail));
    const otp = await recovery.verifiedCode(email);
    expect((await recovery.reset(email, otp)).status).toBe(200);
    off();
    for (const token of tokens)
      expect((await server.call('GET', '/api/web/profile', { token })).status).toBe(401);
    expect((await server.call('GET', '/api/web/profile', { token: theirs })).status).toBe(200);
    expect(await Promise.all(sockets.map((socket) => socket.closedAtOnce()))).toEqual([4401, 4401]);
    expect(await theirSocket.closedAtOnce()).toBeNull();
    theirSocket.ws.terminate();
    expect(endings).toEqual([{ userId: expect.any(Number), sessionId: 'all' }]);
  });

  test('sends a mail with what to do when the user did not change it [otp.changed-mail]', async () => {
    const email = await join();
    const otp = await recovery.verifiedCode(email);
    await recovery.reset(email, otp);
    const [mail] = await recovery.mailsTo(email);
    expect(mail?.subject).toBe('Your Openbell password was changed');
    expect(mail?.text).toContain(`${server.context.config.publicUrl}/forget-password`);
    expect(mail?.text).not.toContain(newPassword);
    expect(mail?.text).not.toContain(otp);
  });
});

describe('stored data', () => {
  test('contains no code and no address in plain text, in the log or the table of codes [otp.hashed]', async () => {
    const email = await join('kept@example.com');
    const otp = await recovery.newCode(email);
    await recovery.verify(email, anotherCode(otp));
    await recovery.verify(email, otp);
    const rows = JSON.stringify(await server.context.db.select().from(otpCodes));
    expect(rows).not.toContain(`"${otp}"`);
    expect(rows).not.toContain('kept@');
    const log = server.logLines.filter((line) => line.includes('reset-code')).join('\n');
    expect(log).not.toBe('');
    expect(log).not.toContain(otp);
    expect(log).not.toContain('kept@');
  });

  test('deletes expired codes', async () => {
    const { db } = server.context;
    await recovery.newCode(await join());
    await deleteExpiredOtpCodes(db, server.clock.now() + 10 * minute + 1);
    expect(await db.select().from(otpCodes)).toEqual([]);
  });
});
