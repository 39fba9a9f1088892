import { expect, test } from 'vitest';
import { contactMessages, rateLimits } from '../../../examples/server/src/db/schema/accounts.ts';
import { listMails } from '../../../examples/server/src/mail/outbox.ts';
import { sharedServer } from '../../support/test-server.ts';

const ownerEmail = 'owner@example.com';
const server = sharedServer({ config: { rateLimits: true, ownerEmail } });

const contact = (body: unknown) => server.call('POST', '/api/web/submit-contact-form', { body });

test('returns 200 for a contact message and stores it', async () => {
  const response = await contact({ name: ' Ada ', email: 'ada@example.com', message: 'Grüße <b>🔔</b>' });
  expect(response.status).toBe(200);
  expect(response.body).toEqual({ message: 'Form submitted successfully' });
  const rows = await server.context.db.select().from(contactMessages);
  expect(rows.at(-1)).toMatchObject({ name: 'Ada', email: 'ada@example.com', message: 'Grüße <b>🔔</b>' });
});

test('mails a stored contact message to the owner, as plain text [contact.owner-mail]', async () => {
  const { db } = server.context;
  await db.delete(rateLimits);
  const before = (await listMails(db, ownerEmail)).length;
  await contact({
    name: 'Ada\nBcc: x@example.com',
    email: 'ada@example.com',
    message: 'When <b>do</b> you open?',
  });
  const [mail, ...others] = await listMails(db, ownerEmail);
  expect(others).toHaveLength(before);
  expect(mail?.subject).toBe('Openbell: a question from the contact form');
  expect(mail?.text).toContain('From Ada Bcc: x@example.com, ada@example.com:\n');
  expect(mail?.text).toContain('When <b>do</b> you open?');
  await db.delete(rateLimits);
});

test('requires name, e-mail and message within their lengths', async () => {
  const good = { name: 'Ada', email: 'ada@example.com', message: 'Hello' };
  const cases: readonly [string, Readonly<Record<string, unknown>>][] = [
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(101) }],
    ['email', { email: 'ada' }],
    ['email', { email: undefined }],
    ['message', { message: ' \n ' }],
    ['message', { message: 'x'.repeat(5_001) }],
    ['message', { message: 'nul\u0000' }],
  ];
  for (const [field, change] of cases) {
    const response = await contact({ ...good, ...change });
    expect(response.status, field).toBe(422);
    expect(Object.keys(response.body.errors ?? {})).toEqual([field]);
  }
  expect((await contact({ ...good, message: 'x'.repeat(5_000) })).status).toBe(200);
});

test('returns 200 for a message with the hidden field filled, and drops it [contact.honeypot]', async () => {
  const { db } = server.context;
  await db.delete(rateLimits);
  const before = await db.select().from(contactMessages);
  const mailed = await listMails(db, ownerEmail);
  const good = { name: 'Ada', email: 'ada@example.com', message: 'Hello' };
  const dropped = await contact({ ...good, website: 'https://spam.test' });
  expect(await db.select().from(contactMessages)).toEqual(before);
  expect(await listMails(db, ownerEmail)).toEqual(mailed);
  const kept = await contact({ ...good, website: '' });
  expect(await db.select().from(contactMessages)).toHaveLength(before.length + 1);
  expect([dropped.status, dropped.body]).toEqual([200, kept.body]);
});

test('limits contact messages to five an hour from one network address [contact.limit]', async () => {
  let user = 0;
  const ask = () => {
    user += 1;
    return contact({ name: 'Ada', email: `ada${user}@example.com`, message: 'Hello' });
  };
  await server.context.db.delete(rateLimits);
  for (let time = 0; time < 5; time += 1) expect((await ask()).status).toBe(200);
  const refused = await ask();
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  server.clock.advance(3_600_000);
  expect((await ask()).status).toBe(200);
});

test('returns news as a bare list to members, with images of this server [news.call]', async () => {
  const token = await server.signIn('member');
  const response = await server.call('GET', '/api/app/news-list', { token });
  expect(response.status).toBe(200);
  const items = JSON.parse(response.text) as { id: number; image: string; url: string }[];
  expect(items.length).toBeGreaterThan(10);
  const [first] = items;
  const picture = await server.call('GET', first?.image ?? '');
  expect(picture.status).toBe(200);
  expect(picture.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
  expect(picture.headers.get('content-security-policy')).toContain('sandbox');
  const article = await server.call('GET', first?.url ?? '');
  expect(article.status).toBe(200);
  expect(article.text).toContain('Sandbox');
});

test('returns 404 for images and articles that do not exist', async () => {
  for (const path of [
    '/media/news/0.svg',
    '/media/news/x.svg',
    '/media/news/332458.png',
    '/media/news/..%2f1.svg',
    '/media/news/x.html',
    '/media/news/1.html',
  ]) {
    expect((await server.call('GET', path)).status, path).toBe(404);
  }
});
