// A stranger who knows only a member's e-mail address tries to lock the member out.
import { beforeEach, describe, expect, test } from 'vitest';
import { deleteOldNetworks } from '../../../examples/server/src/accounts/known-networks.ts';
import { knownNetworks, rateLimits } from '../../../examples/server/src/db/schema/accounts.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { APP, type FacebookUser, startFacebook } from './fake-identity-providers.ts';
import { anotherCode, newPassword, recoveryOf } from './otp-support.ts';

const password = 'Opening-bell-9';
const home = '203.0.113.1';
const elsewhere = '203.0.113.2';
const stranger = '198.51.100.7';
const day = 86_400_000;

const people = new Map<string, FacebookUser>();
const facebook = sharedByTests(() => startFacebook(people));
const server = sharedByTests(() =>
  startTestServer({
    config: {
      ...{ rateLimits: true, trustProxy: true },
      facebook: { ...APP, graphUrl: `${facebook.url}/v1` },
    },
    frozen: true,
  }),
);
beforeEach(async () => {
  await server.context.db.delete(rateLimits);
  await server.context.db.delete(knownNetworks);
});

const from = (address: string): TestServer => ({
  ...server,
  call: (method, path, options) =>
    server.call(method, path, { ...options, headers: { ...options?.headers, 'x-forwarded-for': address } }),
});
const signIn = async (username: string, given: string, address: string): Promise<number> => {
  const body = { type: 'manual', username, password: given, remember: false };
  return (await from(address).call('POST', '/api/web/login', { body })).status;
};
async function failSignIns(username: string, address: string, times = 5): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) statuses.push(await signIn(username, 'not it', address));
  return statuses;
}

describe('wrong passwords of a stranger', () => {
  const email = 'member@openbell.test';

  test('do not stop a member on a network of an earlier sign-in [sign-in.known-network]', async () => {
    expect(await signIn(email, password, home)).toBe(200);
    expect(await failSignIns(email, stranger, 6)).toEqual([422, 422, 422, 422, 422, 429]);
    expect(await signIn(email, 'not it', home)).toBe(422);
    expect(await signIn(email.toUpperCase(), password, home)).toBe(200);
    expect(await signIn(email, 'not it', stranger)).toBe(429);
  });

  test('are five for all networks that the member has not used [sign-in.throttle]', async () => {
    expect(await signIn('other@openbell.test', password, stranger)).toBe(200);
    const statuses = await failSignIns(email, stranger, 2);
    for (let network = 0; network < 8; network += 1)
      statuses.push(await signIn(email, 'not it', `192.0.2.${network}`));
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429, 429, 429, 429]);
  });

  test('are five in social sign-ins and other sign-ins together [sign-in.throttle]', async () => {
    people.set('fb-guesser', { id: '1011', name: 'Guesser', email });
    const guess = async (more: object) => {
      const body = { type: 'facebook', credential: 'fb-guesser', ...more };
      const response = await from(stranger).call('POST', '/api/web/login', { body });
      return [response.status, ...Object.keys(response.body.errors ?? {})];
    };
    expect(await guess({})).toEqual([422, 'password']);
    for (let round = 0; round < 5; round += 1)
      expect(await guess({ password: `guess ${round}` })).toEqual([422, 'password']);
    expect(await guess({ password })).toEqual([429]);
    expect(await signIn(email, password, stranger)).toBe(429);
  });

  test('are five on a network of an earlier sign-in [sign-in.known-network]', async () => {
    expect(await signIn(email, password, home)).toBe(200);
    expect(await failSignIns(email, home)).toEqual([422, 422, 422, 422, 422]);
    expect(await signIn(email, password, home)).toBe(429);
    // A new network still has the tries of the account.
    expect(await signIn(email, password, elsewhere)).toBe(200);
  });

  test('stop a member on a new network, until a reset of the password there [sign-in.known-network]', async () => {
    await failSignIns(email, stranger);
    expect(await signIn(email, password, home)).toBe(429);
    const recovery = recoveryOf(from(home));
    const otp = await recovery.verifiedCode(email);
    expect((await recovery.reset(email, otp)).status).toBe(200);
    await failSignIns(email, stranger);
    expect(await signIn(email, newPassword, elsewhere)).toBe(429);
    expect(await signIn(email, newPassword, home)).toBe(200);
  });

  test('count for a network again 90 days after its last sign-in', async () => {
    const known = 'mentor@openbell.test';
    expect(await signIn(known, password, home)).toBe(200);
    server.clock.advance(90 * day - 1);
    await failSignIns(known, stranger);
    expect(await signIn(known, 'not it', home)).toBe(422);
    server.clock.advance(1);
    expect(await signIn(known, password, home)).toBe(429);
    await deleteOldNetworks(server.context);
    expect(await server.context.db.select().from(knownNetworks)).toEqual([]);
  });

  test('store no network that can be read', async () => {
    expect(await signIn('other@openbell.test', password, home)).toBe(200);
    expect(await signIn('mentor@openbell.test', password, home)).toBe(200);
    const rows = await server.context.db.select().from(knownNetworks);
    expect(new Set(rows.map(({ networkHmac }) => networkHmac)).size).toBe(2);
    expect(JSON.stringify(rows)).not.toContain('203.0');
  });
});

describe('wrong codes of a stranger', () => {
  test('do not use up the code of a member [otp.own-tries]', async () => {
    const email = 'lapsed@openbell.test';
    const recovery = recoveryOf(from(home));
    const intruder = recoveryOf(from(stranger));
    const otp = await recovery.newCode(email);
    for (let step = 1; step <= 10; step += 1) {
      const call = step % 2 === 0 ? intruder.verify : intruder.reset;
      expect((await call(email, anotherCode(otp, step))).status).toBe(422);
    }
    expect((await recovery.verify(email, anotherCode(otp))).status).toBe(422);
    expect((await recovery.verify(email, otp)).status).toBe(200);
    await intruder.reset(email, anotherCode(otp));
    expect((await recovery.reset(email, otp)).status).toBe(200);
  });

  test('do not use up the tries of an hour [otp.own-tries]', async () => {
    const email = 'subscriber@openbell.test';
    const recovery = recoveryOf(from(home));
    const intruder = recoveryOf(from(stranger));
    const statuses: number[] = [];
    for (let time = 0; time < 16; time += 1) statuses.push((await intruder.verify(email, '000000')).status);
    expect(statuses).toEqual([...Array<number>(15).fill(422), 429]);
    const otp = await recovery.newCode(email);
    expect((await recovery.verify(email, otp)).status).toBe(200);
    expect((await recovery.reset(email, otp)).status).toBe(200);
  });

  test('are checked twice for all other networks together [otp.own-tries]', async () => {
    const email = 'other@openbell.test';
    const otp = await recoveryOf(from(home)).newCode(email);
    for (const [network, code] of [
      ['192.0.2.1', anotherCode(otp, 1)],
      ['192.0.2.2', anotherCode(otp, 2)],
      ['192.0.2.3', otp],
    ] as const)
      expect((await recoveryOf(from(network)).verify(email, code)).status).toBe(422);
    expect((await recoveryOf(from(home)).verify(email, otp)).status).toBe(200);
  });

  test('stop nobody who continues on another network with the right code [otp.own-tries]', async () => {
    const email = 'mentor@openbell.test';
    const otp = await recoveryOf(from(home)).newCode(email);
    const phone = recoveryOf(from(elsewhere));
    const intruder = recoveryOf(from(stranger));
    await intruder.verify(email, anotherCode(otp, 1));
    expect((await phone.verify(email, otp)).status).toBe(200);
    await intruder.verify(email, anotherCode(otp, 2));
    await intruder.verify(email, anotherCode(otp, 3));
    expect((await phone.reset(email, otp)).status).toBe(200);
  });
});
