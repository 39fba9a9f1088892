// Passkeys: adding, signing in, proofs and removing, on both databases.
import { beforeEach, describe, expect, test } from 'vitest';
import { users } from '../../../examples/server/src/db/schema/accounts.ts';
import { passkeyChallenges, passkeys } from '../../../examples/server/src/db/schema/passkeys.ts';
import { deleteOldChallenges } from '../../../examples/server/src/factors/passkey-challenges.ts';
import { type Ceremony, createSoftPasskey, type SoftPasskey } from '../../support/soft-authenticator.ts';
import { engines, sharedServer } from '../../support/test-server.ts';
import { newPassword, recoveryOf } from '../accounts/otp-support.ts';
import { operate } from '../operate/support.ts';
import { clearLimits, fieldsOf, type Member, memberOf, password } from './support.ts';

const minute = 60_000;

describe.each(engines)('on %s', (engine) => {
  let joined = 0;
  const server = sharedServer({
    frozen: true,
    config: {
      rateLimits: true,
      publicUrl: 'https://openbell.example',
      allowedOrigins: ['https://app.openbell.example'],
    },
    engine,
  });
  beforeEach(() => clearLimits(server));

  const site = { rpId: 'openbell.example', origin: 'https://openbell.example' };
  const join = (): Promise<Member> => {
    joined += 1;
    return memberOf(server, `pia${joined}@example.com`).join();
  };
  const profile = async (token: string) => (await server.call('GET', '/api/web/profile', { token })).status;
  const list = async ({ token }: Member) => {
    const response = await server.call('GET', '/api/web/passkeys', { token });
    return response.body as unknown as readonly {
      readonly id: number;
      readonly name: string;
      readonly created_at: string;
      readonly last_used_at: string | null;
    }[];
  };
  /** Requests a challenge, and adds a passkey to the member's account. */
  const begin = async (member: Member) => String((await member.post('new-passkey')).body.challenge);
  const addPasskey = async (member: Member, passkey = createSoftPasskey()): Promise<SoftPasskey> => {
    const response = await member.post(
      'add-passkey',
      passkey.attest({ ...site, challenge: await begin(member) }),
    );
    if (response.status !== 200)
      throw new Error(`add-passkey was answered ${response.status}: ${response.text}`);
    return passkey;
  };
  const signInChallenge = async () =>
    String((await server.call('POST', '/api/web/passkey-sign-in')).body.challenge);
  const login = (passkey: object, extra: object = {}) =>
    server.call('POST', '/api/web/login', {
      body: { type: 'passkey', passkey, ...extra },
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' },
    });
  /** Signs in with a passkey, with parts of the ceremony replaced. */
  const signIn = async (passkey: SoftPasskey, parts: Partial<Ceremony> = {}) =>
    login(passkey.assert({ ...site, challenge: await signInChallenge(), ...parts }));
  const prove = async (member: Member, passkey: SoftPasskey) => {
    const { challenge } = (await member.post('passkey-proof')).body;
    return member.post('prove', { passkey: passkey.assert({ ...site, challenge: String(challenge) }) });
  };

  test('adds a passkey with a name, lists it and mails the member [passkeys.add] [passkeys.mail]', async () => {
    const pia = await join();
    const begun = await pia.post('new-passkey');
    expect(begun.body).toMatchObject({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rp: { id: 'openbell.example', name: 'Openbell' },
      user: { id: expect.stringMatching(/^[\w-]{43}$/), name: pia.email, displayName: 'Fay' },
      excludeCredentials: [],
    });
    const passkey = createSoftPasskey('bada5566-a7aa-401f-bd96-45619a55120d');
    const challenge = String(begun.body.challenge);
    expect((await pia.post('add-passkey', passkey.attest({ ...site, challenge }))).status).toBe(200);
    await addPasskey(pia);
    const [first, second] = await list(pia);
    expect(first).toEqual({
      id: expect.any(Number),
      name: '1Password',
      created_at: new Date(server.clock.now()).toISOString(),
      last_used_at: null,
    });
    expect(second?.name).toBe('');
    expect((await pia.mails())[0]?.subject).toBe('A passkey was added to your Openbell account');
    // A device that has one of them adds no other.
    expect((await pia.post('new-passkey')).body.excludeCredentials).toHaveLength(2);
  });

  test('signs in with a passkey alone, also when the account has an app [passkeys.sign-in]', async () => {
    const pia = await join();
    await pia.addApp();
    const passkey = await addPasskey(pia);
    const response = await signIn(passkey);
    expect(response.status, response.text).toBe(200);
    expect(Object.keys(response.body).sort()).toEqual(['access', 'message', 'user']);
    const token = String(response.body.access);
    expect(await profile(token)).toBe(200);
    const devices = (await server.call('GET', '/api/web/sessions', { token })).body;
    expect(JSON.stringify(devices)).toContain('Firefox/140.0');
    expect((await list(pia))[0]?.last_used_at).toBe(new Date(server.clock.now()).toISOString());
    // The password still needs a code.
    expect(fieldsOf(await pia.login())).toEqual([422, 'code']);
  });

  test('accepts a page of an allowed origin, and no other [passkeys.origin]', async () => {
    const pia = await join();
    const passkey = await addPasskey(pia);
    expect((await signIn(passkey, { origin: 'https://app.openbell.example' })).status).toBe(200);
    for (const parts of [
      { origin: 'https://openbell.example.evil.test' },
      { origin: 'https://evil.test', rpId: 'evil.test' },
      { rpId: 'evil.test' },
    ])
      expect(fieldsOf(await signIn(passkey, parts))).toEqual([422, 'passkey']);
    const attest = async (parts: Partial<Ceremony>) =>
      pia.post('add-passkey', createSoftPasskey().attest({ ...site, challenge: await begin(pia), ...parts }));
    expect(fieldsOf(await attest({ origin: 'https://evil.test' }))).toEqual([422, 'passkey']);
    expect(fieldsOf(await attest({ rpId: 'evil.test' }))).toEqual([422, 'passkey']);
    expect(await list(pia)).toHaveLength(1);
  });

  test('rejects a forged response and one without user verification [passkeys.verified]', async () => {
    const pia = await join();
    const passkey = await addPasskey(pia);
    expect(fieldsOf(await signIn(passkey, { verified: false }))).toEqual([422, 'passkey']);
    const challenge = await signInChallenge();
    const other = createSoftPasskey().assert({ ...site, challenge });
    const forged = { ...other, id: passkey.id, rawId: passkey.id };
    expect(fieldsOf(await login(forged))).toEqual([422, 'passkey']);
    expect(fieldsOf(await signIn(passkey, { userHandle: 'c29tZWJvZHkgZWxzZQ' }))).toEqual([422, 'passkey']);
    const response = passkey.assert({ ...site, challenge: await signInChallenge() });
    for (const clientDataJSON of ['e30', 'bm90IEpTT04', 'AA'])
      expect(
        fieldsOf(await login({ ...response, response: { ...response.response, clientDataJSON } })),
      ).toEqual([422, 'passkey']);
    const unverified = createSoftPasskey().attest({ ...site, challenge: await begin(pia), verified: false });
    expect(fieldsOf(await pia.post('add-passkey', unverified))).toEqual([422, 'passkey']);
    expect(await list(pia)).toHaveLength(1);
  });

  test('accepts a challenge once, within five minutes and for its purpose [passkeys.challenge]', async () => {
    const pia = await join();
    const passkey = await addPasskey(pia);
    const response = passkey.assert({ ...site, challenge: await signInChallenge() });
    const responses = await Promise.all(Array.from({ length: 4 }, () => login(response)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);

    const invented = Buffer.alloc(32).toString('base64url');
    expect(fieldsOf(await signIn(passkey, { challenge: invented }))).toEqual([422, 'passkey']);

    const expired = await signInChallenge();
    server.clock.advance(5 * minute);
    const late = await login(passkey.assert({ ...site, challenge: expired }));
    expect([late.status, late.body.message]).toEqual([422, 'This took too long. Please try again.']);

    await pia.post('prove', { password });
    const forProof = String((await pia.post('passkey-proof')).body.challenge);
    expect(fieldsOf(await signIn(passkey, { challenge: forProof }))).toEqual([422, 'passkey']);
    expect(fieldsOf(await signIn(passkey, { challenge: await begin(pia) }))).toEqual([422, 'passkey']);
    const forSignIn = passkey.assert({ ...site, challenge: await signInChallenge() });
    expect(fieldsOf(await pia.post('prove', { passkey: forSignIn }))).toEqual([422, 'passkey']);
    const adding = createSoftPasskey().attest({ ...site, challenge: await signInChallenge() });
    expect(fieldsOf(await pia.post('add-passkey', adding))).toEqual([422, 'passkey']);
  });

  test('accepts no challenge and no passkey of another member [passkeys.challenge]', async () => {
    const [pia, eve] = [await join(), await join()];
    const passkey = await addPasskey(pia);
    const hers = createSoftPasskey().attest({ ...site, challenge: await begin(pia) });
    expect(fieldsOf(await eve.post('add-passkey', hers))).toEqual([422, 'passkey']);
    expect((await eve.post('passkey-proof')).status).toBe(409);
    await addPasskey(eve);
    expect(fieldsOf(await prove(eve, passkey))).toEqual([422, 'passkey']);
    const challenge = String((await pia.post('passkey-proof')).body.challenge);
    expect(fieldsOf(await eve.post('prove', { passkey: passkey.assert({ ...site, challenge }) }))).toEqual([
      422,
      'passkey',
    ]);
    // The same passkey in two accounts would leave open who signs in.
    const again = passkey.attest({ ...site, challenge: await begin(eve) });
    expect(fieldsOf(await eve.post('add-passkey', again))).toEqual([422, 'passkey']);
    const [own] = await list(pia);
    expect((await eve.post(`remove-passkey/${own?.id}`)).status).toBe(404);
    expect(await list(pia)).toHaveLength(1);
  });

  test('rejects a counter that does not rise, as of a copied key [passkeys.counter]', async () => {
    const pia = await join();
    const passkey = await addPasskey(pia);
    expect((await signIn(passkey, { counter: 5 })).status).toBe(200);
    expect(fieldsOf(await signIn(passkey, { counter: 5 }))).toEqual([422, 'passkey']);
    expect(fieldsOf(await signIn(passkey, { counter: 4 }))).toEqual([422, 'passkey']);
    expect(fieldsOf(await signIn(passkey))).toEqual([422, 'passkey']);
    expect((await signIn(passkey, { counter: 6 })).status).toBe(200);
  });

  test('allows ten passkeys an account, also in parallel [passkeys.limit]', async () => {
    const pia = await join();
    for (let count = 0; count < 8; count += 1) await addPasskey(pia);
    const bodies = [];
    for (let count = 0; count < 4; count += 1)
      bodies.push(createSoftPasskey().attest({ ...site, challenge: await begin(pia) }));
    const responses = await Promise.all(bodies.map((body) => pia.post('add-passkey', body)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
    expect(await list(pia)).toHaveLength(10);
    const more = await pia.post('new-passkey');
    expect([more.status, more.body.message]).toEqual([
      409,
      'Your account has 10 passkeys. Remove one to add another.',
    ]);
  });

  test('needs a proof to add and to remove a passkey [passkeys.proof] [passkeys.remove]', async () => {
    const pia = await join();
    const passkey = await addPasskey(pia);
    const [{ id } = { id: 0 }] = await list(pia);
    pia.waitForProofToEnd();
    expect(fieldsOf(await pia.post('new-passkey'))).toEqual([422, 'proof']);
    expect(fieldsOf(await pia.post(`remove-passkey/${id}`))).toEqual([422, 'proof']);
    expect((await pia.factors()).proofs).toEqual(['passkey', 'password']);
    expect((await prove(pia, passkey)).status).toBe(200);
    expect((await pia.post(`remove-passkey/${id}`)).status).toBe(200);
    expect((await pia.post(`remove-passkey/${id}`)).status).toBe(404);
    expect((await pia.mails())[0]?.subject).toBe('A passkey was removed from your Openbell account');
    const refused = await signIn(passkey);
    expect([refused.status, refused.body.message]).toEqual([
      422,
      'This passkey is not known here. It may have been removed. Please sign in another way.',
    ]);
    expect(await list(pia)).toEqual([]);
    expect((await pia.factors()).proofs).toEqual(['password']);
  });

  test('removes at most ten passkeys of an account an hour, as each is a mail', async () => {
    const pia = await join();
    const removals: number[] = [];
    for (let count = 0; count < 11; count += 1) {
      await addPasskey(pia);
      const newest = (await list(pia)).at(-1)?.id;
      removals.push((await pia.post(`remove-passkey/${newest}`)).status);
    }
    expect(removals).toEqual([...Array(10).fill(200), 429]);
    expect(await list(pia)).toHaveLength(1);
  });

  test('accepts a passkey as a proof, with an app and without a password [passkeys.step-up]', async () => {
    const pia = await join();
    const passkey = await addPasskey(pia);
    await pia.addApp();
    expect((await pia.factors()).proofs).toEqual(['passkey', 'code']);
    pia.waitForProofToEnd();
    const change = { current_password: password, password: newPassword, confirm_password: newPassword };
    expect(fieldsOf(await pia.post('change-password', change))).toEqual([422, 'proof']);
    expect((await prove(pia, passkey)).status).toBe(200);
    expect((await pia.post('change-password', change)).status).toBe(200);
    expect((await pia.post('remove-authenticator')).status).toBe(200);

    const { db } = server.context;
    await db.update(users).set({ passwordHash: null });
    expect((await pia.factors()).proofs).toEqual(['passkey', 'sign-in']);
    pia.waitForProofToEnd();
    expect(fieldsOf(await pia.post('new-authenticator'))).toEqual([422, 'proof']);
    expect((await prove(pia, passkey)).status).toBe(200);
    expect((await pia.post('new-authenticator')).status).toBe(200);
  });

  test('deletes the passkeys with the account, and refuses a banned member [passkeys.deletion]', async () => {
    const [pia, bea] = [await join(), await join()];
    const passkey = await addPasskey(pia);
    const hers = await addPasskey(bea);
    await pia.post('passkey-proof');
    expect((await pia.post('delete-account', { password })).status).toBe(200);
    expect(fieldsOf(await signIn(passkey))).toEqual([422, 'passkey']);
    const rows = await server.context.db.select().from(passkeys);
    expect(rows.filter(({ credentialId }) => credentialId === passkey.id)).toEqual([]);
    await operate(server, 'member ban', { member: bea.email });
    const banned = await signIn(hers);
    expect([banned.status, banned.body.message]).toEqual([
      422,
      'Your account is suspended. Please contact us.',
    ]);
  });

  test('a password reset keeps the passkeys of a confirmed address, and no others [passkeys.reset]', async () => {
    const pia = await join();
    const recovery = recoveryOf(server);
    const reset = async () => {
      server.clock.advance(2 * minute);
      const code = await recovery.verifiedCode(pia.email);
      expect((await recovery.reset(pia.email, code)).status).toBe(200);
    };
    // Whoever registered the address without owning it may have added this one.
    const early = await addPasskey(pia);
    await reset();
    expect(fieldsOf(await signIn(early))).toEqual([422, 'passkey']);
    await pia.login({ password: newPassword });
    const token = String((await pia.login({ password: newPassword })).body.access);
    const post = (path: string, body?: object) => server.call('POST', `/api/web/${path}`, { token, body });
    const passkey = createSoftPasskey();
    const challenge = String((await post('new-passkey')).body.challenge);
    expect((await post('add-passkey', passkey.attest({ ...site, challenge }))).status).toBe(200);
    await reset();
    expect((await signIn(passkey)).status).toBe(200);
  });

  test('the operator sees the passkeys and resets them with the app [operate.factors]', async () => {
    const pia = await join();
    const passkey = await addPasskey(pia);
    expect((await operate(server, 'member show', { member: pia.email })).details).toMatchObject({
      passkeys: 1,
    });
    await operate(server, 'member reset-factors', { member: pia.email });
    expect(await profile(pia.token)).toBe(401);
    expect(fieldsOf(await signIn(passkey))).toEqual([422, 'passkey']);
    await expect(operate(server, 'member reset-factors', { member: pia.email })).rejects.toThrow();
  });

  test('deletes challenges that expired [passkeys.challenge]', async () => {
    await signInChallenge();
    server.clock.advance(6 * minute);
    await deleteOldChallenges(server.context);
    expect(await server.context.db.select().from(passkeyChallenges)).toEqual([]);
  });
});
