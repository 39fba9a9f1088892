import { expect, test } from 'vitest';
import { eq } from '../../../examples/server/src/db/query.ts';
import { mails } from '../../../examples/server/src/db/schema/accounts.ts';
import { deleteOldMails, deliverMails, queueMail } from '../../../examples/server/src/mail/outbox.ts';
import type { Mail } from '../../../examples/server/src/providers/mail/mail-provider.ts';
import { sharedServer } from '../../support/test-server.ts';

const minute = 60_000;
const server = sharedServer();

const queue = (mail: Partial<Mail> = {}) =>
  queueMail(
    server.context.db,
    { to: 'ada@example.com', subject: 'Hello', text: 'A text', ...mail },
    server.clock.now(),
  );
const deliver = (send: (mail: Mail) => Promise<void>) =>
  deliverMails({
    ...server.context,
    mail: { send, deletesSentTexts: false, close: () => undefined },
  });
const sendNothing = async () => undefined;

test('/dev/mail.json lists the mails to an address, newest first [otp.outbox]', async () => {
  await queue({ subject: 'First' });
  await queue({ subject: 'Second' });
  await queue({ to: 'other@example.com', subject: 'Not this one' });
  const response = await server.call('GET', '/dev/mail.json?to=ADA@example.com');
  expect(JSON.parse(response.text)).toEqual([
    { to: 'ada@example.com', subject: 'Second', text: 'A text', at: expect.stringMatching(/^\d{4}-.*Z$/) },
    { to: 'ada@example.com', subject: 'First', text: 'A text', at: expect.any(String) },
  ]);
  expect(JSON.parse((await server.call('GET', '/dev/mail.json')).text)).toHaveLength(3);
  await deliver(sendNothing);
});

test('escapes the content of mails on /dev/mail', async () => {
  await queue({ subject: '<script>alert(1)</script>', text: '</pre><img src=x onerror=alert(1)>' });
  const page = await server.call('GET', '/dev/mail');
  expect(page.text).toContain('&lt;script&gt;');
  expect(page.text).not.toContain('<script>alert');
  expect(page.text).not.toContain('<img');
  expect(page.text).toContain('Sandbox');
  await deliver(sendNothing);
});

test('shows the recipient on /dev/mail, and links the URLs in a mail', async () => {
  await queue({ text: 'Choose another at http://127.0.0.1:4000/forget-password?a=1&b=2\nThank you.' });
  await queue({ to: 'other@example.com', subject: 'Not this one' });
  const page = (await server.call('GET', '/dev/mail?to=ada@example.com')).text;
  expect(page).toContain('To ada@example.com. <a href="/dev/mail">All mail</a>');
  expect(page).not.toContain('Not this one');
  expect(page).toContain('<a href="http://127.0.0.1:4000/forget-password?a=1&amp;b=2">');
  expect((await server.call('GET', '/dev/mail')).text).toContain('href="/dev/mail?to=other%40example.com"');
  await deliver(sendNothing);
});

test('sends a mail once, even with two parallel deliveries', async () => {
  await queue();
  const sent: Mail[] = [];
  const send = async (mail: Mail) => {
    sent.push(mail);
  };
  const counts = await Promise.all([deliver(send), deliver(send)]);
  expect(counts[0] + counts[1]).toBe(1);
  expect(sent).toHaveLength(1);
  expect(await deliver(send)).toBe(0);
});

test('retries a failed mail with growing delays, and gives up after eight attempts [otp.mail-retried]', async () => {
  await queue({ subject: 'Failing' });
  let tries = 0;
  const fail = async () => {
    tries += 1;
    throw new Error('mail server away');
  };
  await deliver(fail);
  await deliver(fail);
  expect(tries).toBe(1);
  server.clock.advance(minute);
  await deliver(fail);
  expect(tries).toBe(2);
  server.clock.advance(minute);
  await deliver(fail);
  expect(tries).toBe(2);
  for (let wait = 0; wait < 20; wait += 1) {
    server.clock.advance(24 * 60 * minute);
    await deliver(fail);
  }
  expect(tries).toBe(8);
  const rows = await server.context.db.select().from(mails);
  expect(rows.at(-1)).toMatchObject({ sentAt: null, attempts: 8, lastError: 'Error' });
});

test('sends no mail of a transaction that was rolled back', async () => {
  const { db } = server.context;
  const before = (await db.select().from(mails)).length;
  await expect(
    db.transaction(async (tx) => {
      await queueMail(tx, { to: 'a@b.co', subject: 's', text: 't' }, server.clock.now());
      throw new Error('undo');
    }),
  ).rejects.toThrow('undo');
  expect(await db.select().from(mails)).toHaveLength(before);
});

test('erases the text of a sent mail, and logs no text of a failed one', async () => {
  const { db } = server.context;
  const secret = '123456 for ada@example.com';
  await queue({ subject: 'Forgotten', text: secret });
  let response = async (): Promise<void> => {
    throw Object.assign(new Error(`451 no ${secret}`), { code: 'EENVELOPE', responseCode: 451 });
  };
  const post = () =>
    deliverMails({
      ...server.context,
      mail: { send: () => response(), deletesSentTexts: true, close: () => undefined },
    });
  const row = async () => (await db.select().from(mails)).find(({ subject }) => subject === 'Forgotten');
  expect(await post()).toBe(0);
  expect(await row()).toMatchObject({ body: secret, lastError: 'Error EENVELOPE 451' });
  response = async () => undefined;
  server.clock.advance(minute);
  expect(await post()).toBe(1);
  expect(await row()).toMatchObject({ body: '', lastError: null });
  const log = server.logLines.filter((line) => line.includes('mail-not-sent'));
  expect(log).not.toEqual([]);
  expect(log.join('')).not.toContain('123456');
});

test('deletes sent and failed mails after 30 days, and no mail that is still tried [otp.mail-deleted]', async () => {
  const { db } = server.context;
  await db.delete(mails);
  const day = 24 * 60 * minute;
  await queue({ subject: 'Sent' });
  await deliver(sendNothing);
  await queue({ subject: 'Failed' });
  await db.update(mails).set({ attempts: 8 }).where(eq(mails.subject, 'Failed'));
  await queue({ subject: 'Pending' });
  server.clock.advance(29 * day);
  const subjects = async () => (await db.select().from(mails)).map(({ subject }) => subject).sort();
  await deleteOldMails(server.context);
  expect(await subjects()).toEqual(['Failed', 'Pending', 'Sent']);
  await queue({ subject: 'Sent later' });
  server.clock.advance(day);
  await deleteOldMails(server.context);
  expect(await subjects()).toEqual(['Pending', 'Sent later']);
});
