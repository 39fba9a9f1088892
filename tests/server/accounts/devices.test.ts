import { expect, test } from 'vitest';
import { signInBody } from '../../support/account-bodies.ts';
import { sharedServer } from '../../support/test-server.ts';
import { connect } from '../chat/support.ts';

const minute = 60_000;
const laptop = 'Mozilla/5.0 (Macintosh) Firefox/132.0';
const phone = 'Mozilla/5.0 (iPhone) Safari/604.1';

const server = sharedServer({ frozen: true });

/** Signs in with this User-Agent. */
async function signIn(email: string, userAgent: string): Promise<string> {
  const response = await server.call('POST', '/api/web/login', {
    body: signInBody(email),
    headers: { 'User-Agent': userAgent },
  });
  expect(response.status).toBe(200);
  return String(response.body.access);
}
type Device = { readonly id: number; readonly user_agent: string; readonly current: boolean } & Record<
  'created_at' | 'last_used_at',
  string
>;
async function devicesOf(token: string): Promise<readonly Device[]> {
  const response = await server.call('GET', '/api/web/sessions', { token });
  expect(response.status).toBe(200);
  return JSON.parse(response.text);
}
const end = (token: string, id: number | string) =>
  server.call('POST', `/api/web/end-session/${id}`, { token });
const profile = async (token: string) => (await server.call('GET', '/api/web/profile', { token })).status;

test('lists the user’s sessions with browser, times and the current session [devices.list]', async () => {
  const at = new Date(server.clock.now()).toISOString();
  const first = await signIn('member@openbell.test', laptop);
  server.clock.advance(5 * minute);
  const second = await signIn('member@openbell.test', phone.padEnd(2_000, 'x'));
  const later = new Date(server.clock.now()).toISOString();
  const list = await devicesOf(second);
  expect(list).toEqual([
    {
      id: expect.any(Number),
      user_agent: expect.stringContaining('iPhone'),
      created_at: later,
      last_used_at: later,
      current: true,
    },
    { id: expect.any(Number), user_agent: laptop, created_at: at, last_used_at: at, current: false },
  ]);
  expect(list[0]?.user_agent).toHaveLength(512);
  // The request itself counts as use.
  expect((await devicesOf(first)).find(({ current }) => current)).toMatchObject({
    user_agent: laptop,
    last_used_at: later,
  });
  expect(JSON.stringify(list)).not.toContain('token');
});

test('signs out one session, and returns 404 for an ended session or an invalid id [devices.end-one]', async () => {
  const [here, there] = [
    await signIn('lapsed@openbell.test', laptop),
    await signIn('lapsed@openbell.test', phone),
  ];
  const other = (await devicesOf(here)).find(({ current }) => !current);
  expect((await end(here, other?.id ?? 0)).status).toBe(200);
  expect([await profile(here), await profile(there)]).toEqual([200, 401]);
  expect(await devicesOf(here)).toHaveLength(1);
  for (const id of [other?.id ?? 0, 'x', '0', '99999999999999'])
    expect((await end(here, id)).status, String(id)).toBe(404);
});

test('omits expired sessions', async () => {
  const here = await signIn('mentor@openbell.test', laptop);
  const body = { ...signInBody('mentor@openbell.test'), remember: false };
  await server.call('POST', '/api/web/login', { body });
  expect(await devicesOf(here)).toHaveLength(2);
  server.clock.advance(16 * minute);
  expect(await devicesOf(here)).toHaveLength(1);
});

test('signs out all other sessions of the user, and none of other users [devices.end-others] [devices.own-only]', async () => {
  const tokens = await Promise.all([laptop, phone, phone].map((name) => signIn('other@openbell.test', name)));
  const stranger = await signIn('member@openbell.test', laptop);
  const [here = ''] = tokens;
  const [theirs] = await devicesOf(stranger);
  expect((await devicesOf(here)).map(({ id }) => id)).not.toContain(theirs?.id);
  expect((await end(here, theirs?.id ?? 0)).status).toBe(404);
  expect((await server.call('POST', '/api/web/end-other-sessions', { token: here })).status).toBe(200);
  expect(await Promise.all(tokens.map(profile))).toEqual([200, 401, 401]);
  expect(await profile(stranger)).toBe(200);
  expect(await devicesOf(here)).toHaveLength(1);
});

test('closes the sockets of a signed-out session with 4401 and keeps the others open [devices.sockets]', async () => {
  const email = 'subscriber@openbell.test';
  const [here, there, third] = [
    await signIn(email, laptop),
    await signIn(email, phone),
    await signIn(email, phone),
  ];
  const open = (token: string) => connect(server.url, token);
  const [mine, theirs, last] = [await open(here), await open(there), await open(third)];
  const id = (await devicesOf(there)).find(({ current }) => current)?.id ?? 0;
  await end(here, id);
  expect(await theirs.closedAtOnce()).toBe(4401);
  expect(await last.closedAtOnce()).toBeNull();
  await server.call('POST', '/api/web/end-other-sessions', { token: here });
  expect(await last.closedAtOnce()).toBe(4401);
  expect(await mine.closedAtOnce()).toBeNull();
  mine.ws.terminate();
});
