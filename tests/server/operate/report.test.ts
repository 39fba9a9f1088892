import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoAccounts } from '../../../examples/sandbox/src/demo-data/accounts.ts';
import { listMails } from '../../../examples/server/src/mail/outbox.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { operate, send } from './support.ts';

let server: TestServer;
let reporter: string;
let sender: string;
let chat: string;
beforeAll(async () => {
  server = await startTestServer();
  reporter = await server.signIn('subscriber');
  sender = await server.signIn('other');
  const member = [demoAccounts.subscriber.email, demoAccounts.other.email];
  chat = String((await operate(server, 'chat create', { name: 'Room', member })).details?.chat);
});
afterAll(() => server.close());

async function post(message: string) {
  const body = new FormData();
  body.set('chat_id', chat);
  body.set('message', message);
  body.set('message_type', 'TXT');
  return server.call('POST', `/api/web/chat/${chat}`, { token: sender, body });
}

/** Posts a message, reports it and returns the id of the report. */
async function report(message: string): Promise<string> {
  const id = (await post(message)).body.id;
  await server.call('POST', `/api/web/chat/${id}/action`, { token: reporter, body: { type: 'report' } });
  const { rows = [] } = await operate(server, 'report list');
  return String(rows.at(-1)?.report);
}

const chatText = async () => (await server.call('GET', `/api/web/chat/${chat}`, { token: reporter })).text;
const lastMail = async () => (await listMails(server.context.db, demoAccounts.subscriber.email))[0];

test('lists and shows a report with the messages around it [operate.report]', async () => {
  await post('Line before');
  const id = await report('Buy my course');
  const shown = await operate(server, 'report show', { report: id });
  expect(shown.details).toMatchObject({ state: 'open', reported_text: 'Buy my course' });
  expect(shown.rows).toMatchObject([
    { text: 'Line before', reported: false },
    { text: 'Buy my course', reported: true },
  ]);
  await operate(server, 'report resolve', { report: id, action: 'dismiss' });
  expect(await chatText()).toContain('Buy my course');
  expect((await lastMail())?.text).toContain('it stays');
  expect((await operate(server, 'report list')).rows).toEqual([]);
  expect(await send(server, 'report resolve', { report: id, action: 'hide' })).toMatchObject({ ok: false });
});

test('hides a reported message for everyone and notifies the reporter [operate.report-hide]', async () => {
  const id = await report('Rude words');
  const preview = await operate(server, 'report resolve', { report: id, action: 'hide' }, true);
  expect(preview.details?.reported_text).toBe('Rude words');
  expect(await chatText()).toContain('Rude words');
  await operate(server, 'report resolve', { report: id, action: 'hide' });
  expect(await chatText()).not.toContain('Rude words');
  expect(await lastMail()).toMatchObject({ subject: 'We reviewed the message that you reported' });
  expect((await operate(server, 'report show', { report: id })).details?.reported_text).toBe('Rude words');
});

test('stops a muted sender from posting until the mute ends [operate.report-mute]', async () => {
  const [first, second] = [await report('Again'), await report('And again')];
  const member = demoAccounts.other.email;
  await operate(server, 'report resolve', { report: first, action: 'mute', days: '2' });
  const until = (await operate(server, 'member show', { member })).details?.muted_until;
  expect(until).toEqual(expect.any(String));
  // A shorter mute does not end the longer one.
  await operate(server, 'report resolve', { report: second, action: 'mute', days: '1' });
  expect((await operate(server, 'member show', { member })).details?.muted_until).toBe(until);
  const refused = await post('Still me');
  expect(refused.status).toBe(403);
  expect(String(refused.body.message)).toContain('You cannot post until');
  await operate(server, 'member unban', { member });
  expect((await post('Sorry')).status).toBe(201);
});

test('bans the sender of a reported message [operate.report-ban]', async () => {
  const id = await report('Scam');
  // Only a mute has days: a ban for three days would never end.
  expect(await send(server, 'report resolve', { report: id, action: 'ban', days: '3' })).toMatchObject({
    ok: false,
    message: '--days needs --action mute.',
  });
  await operate(server, 'report resolve', { report: id, action: 'ban' });
  expect((await server.call('GET', '/api/web/profile', { token: sender })).status).toBe(401);
  await expect(server.signIn('other')).rejects.toThrow('Your account is suspended');
  await operate(server, 'member unban', { member: demoAccounts.other.email });
  await server.signIn('other');
});
