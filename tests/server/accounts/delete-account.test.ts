import { describe, expect, it } from 'vitest';
import { demoAccounts, demoPassword } from '../../../examples/sandbox/src/demo-data/accounts.ts';
import { removeAccount } from '../../../examples/server/src/accounts/delete-account.ts';
import { contactMessages, mails, sessions, users } from '../../../examples/server/src/db/schema/accounts.ts';
import { invoices, subscriptions } from '../../../examples/server/src/db/schema/billing.ts';
import { chatMembers, chats, messages } from '../../../examples/server/src/db/schema/chat.ts';
import { pushTokens } from '../../../examples/server/src/db/schema/push.ts';
import { requireUser } from '../../../examples/server/src/sessions/sessions.ts';
import { registration } from '../../support/account-bodies.ts';
import { sharedServer } from '../../support/test-server.ts';
import { tinyImages } from '../files/tiny-images.ts';

const server = sharedServer();

const remove = (token: string, body: object) =>
  server.call('POST', '/api/web/delete-account', { token, body });
const row = async (email: string) =>
  (await server.context.db.select().from(users)).find((user) => user.email === email);

describe('deleting an account', () => {
  it('requires the password and deletes nothing without it [delete-account.proof]', async () => {
    const token = await server.signIn('member');
    const missing = await remove(token, {});
    expect(missing.status).toBe(422);
    expect(missing.body.errors?.password?.[0]).toBeTruthy();
    const wrong = await remove(token, { password: 'not-it' });
    expect(wrong.body.errors?.password).toEqual(['The password is wrong.']);
    expect((await remove(token, { credential: 'made-up' })).status).toBe(422);
    expect((await server.call('GET', '/api/web/profile', { token })).status).toBe(200);
    expect((await row(demoAccounts.member.email))?.deletedAt).toBeNull();
  });

  it('ends the plan, all sessions and devices, and removes the personal data [delete-account.server]', async () => {
    const { db, bus } = server.context;
    const { email } = demoAccounts.subscriber;
    const [here, elsewhere] = [await server.signIn('subscriber'), await server.signIn('subscriber')];
    const before = await row(email);
    if (before === undefined) throw new Error('The subscriber is missing.');
    await server.call('POST', '/api/web/store-notification-token', {
      token: elsewhere,
      body: { token: 'a-device' },
    });
    const form = new FormData();
    form.append('profile_image', new File([Buffer.from(tinyImages.gif, 'base64')], 'a.gif'));
    const dp = String(
      (await server.call('POST', '/api/web/update-profile', { token: here, body: form })).body.user?.dp,
    );
    await server.call('POST', '/api/web/submit-contact-form', {
      body: { name: 'Sam', email: email.toUpperCase(), message: 'Hello?' },
    });
    const written = async () =>
      (await db.select().from(messages)).filter(({ senderId }) => senderId === before.id);
    const said = (await written()).length;
    expect(said).toBeGreaterThan(0);
    const billed = (await db.select().from(invoices)).length;
    const ended: unknown[] = [];
    const off = bus.subscribe('session-ended', (detail) => ended.push(detail));

    const response = await remove(here, { password: demoPassword });
    off();

    expect(response.status).toBe(200);
    expect(ended).toEqual([{ userId: before.id, sessionId: 'all' }]);
    for (const token of [here, elsewhere])
      expect((await server.call('GET', '/api/web/profile', { token })).status).toBe(401);
    const after = (await db.select().from(users)).find(({ id }) => id === before.id);
    expect(after).toMatchObject({
      email: `deleted-${before.id}@deleted.invalid`,
      firstName: 'Deleted member',
      phone: null,
      about: '',
      dp: null,
      passwordHash: null,
      expiredAt: null,
    });
    expect(after?.deletedAt).not.toBeNull();
    const ofThem = ({ userId }: { readonly userId: number }) => userId === before.id;
    const own = (await db.select().from(subscriptions)).filter(ofThem);
    expect(own.length).toBeGreaterThan(0);
    expect(own.map(({ status }) => status)).toEqual(own.map(() => 'canceled'));
    expect((await db.select().from(invoices)).length).toBeGreaterThanOrEqual(billed);
    expect((await db.select().from(sessions)).filter(ofThem)).toEqual([]);
    expect((await db.select().from(pushTokens)).filter(ofThem)).toEqual([]);
    expect((await fetch(server.url + dp)).status).toBe(404);
    expect(await db.select().from(contactMessages)).toEqual([]);
    const [goodbye, ...others] = (await db.select().from(mails)).filter(
      ({ toAddress }) => toAddress === email,
    );
    expect(goodbye?.subject).toContain('deleted');
    expect(others).toEqual([]);
    expect((await written()).length).toBe(said);
    const groupIds = (await db.select().from(chats))
      .filter(({ chatType }) => chatType === 'GR')
      .map(({ id }) => id);
    const groups = (await db.select().from(chatMembers))
      .filter(ofThem)
      .filter(({ chatId }) => groupIds.includes(chatId));
    expect(groups).toEqual([]);
    await expect(server.signIn('subscriber')).rejects.toThrow('422');
  });

  it('keeps messages for the other members, with the sender shown as a deleted member [delete-account.messages]', async () => {
    const token = await server.signIn('mentor');
    const read = async (type: string) => server.call('GET', `/api/web/chats?chat_type=${type}`, { token });
    const personal = JSON.stringify((await read('PR')).body);
    expect(personal).toContain('"name":"Deleted member"');
    expect(personal).not.toContain('"first_name":"Sam"');
    expect(JSON.stringify((await read('GR')).body)).not.toContain('"first_name":"Sam"');
  });

  it('frees the address for a new account', async () => {
    const body = registration({ email: demoAccounts.subscriber.email });
    const response = await server.call('POST', '/api/web/register', { body });
    expect(response.status).toBe(201);
  });
});

it('returns 401 to the second of two deletions at once, and sends one mail', async () => {
  const { email } = demoAccounts.other;
  const token = await server.signIn('other');
  const id = (await row(email))?.id ?? 0;
  const responses = await Promise.all([1, 2].map(() => remove(token, { password: demoPassword })));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 401]);
  const sent = (await server.context.db.select().from(mails)).filter(({ toAddress }) => toAddress === email);
  expect(sent).toHaveLength(1);
  // The second request may read its session before the first one ends it, and the user after that.
  await expect(requireUser(server.context.db, id)).rejects.toMatchObject({ status: 401 });
});

it('removes a picture that was uploaded after the deletion began [delete-account.server]', async () => {
  const { context } = server;
  const token = await server.signIn('member');
  const read = await row(demoAccounts.member.email);
  if (read === undefined) throw new Error('The member is missing.');
  const form = new FormData();
  form.append('profile_image', new File([Buffer.from(tinyImages.gif, 'base64')], 'a.gif'));
  const saved = await server.call('POST', '/api/web/update-profile', { token, body: form });
  const picture = server.url + String(saved.body.user?.dp);
  expect((await fetch(picture)).status).toBe(200);
  await removeAccount(context, read);
  expect((await fetch(picture)).status).toBe(404);
});

it('deletes nothing when the payment provider is unavailable [delete-account.provider-first]', async () => {
  const token = await server.signIn('mentor');
  // The last test: the sandbox does not start again.
  await server.cardSandbox.stop();
  expect((await remove(token, { password: demoPassword })).status).toBeGreaterThanOrEqual(500);
  expect((await server.call('GET', '/api/web/profile', { token })).body.user).toMatchObject({
    email: demoAccounts.mentor.email,
  });
});
