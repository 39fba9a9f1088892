// Sends real mail to a local mail server and checks the received message.
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { readMailAddress } from '../../../../examples/server/src/config-values.ts';
import { mails } from '../../../../examples/server/src/db/schema/accounts.ts';
import { deliverMails } from '../../../../examples/server/src/mail/outbox.ts';
import { createSmtpMail } from '../../../../examples/server/src/providers/mail/smtp-mail.ts';
import { startTestServer } from '../../../support/test-server.ts';
import { recoveryOf } from '../../accounts/otp-support.ts';

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly headers: readonly string[];
  readonly body: string;
  readonly user: string | undefined;
}

const from = { name: 'Openbell', address: 'bell@openbell.test' };
const mail = { to: 'ada@example.com', subject: 'Hello', text: 'A text', reference: 'f00d' };
const ended: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

/** A local mail server, and a provider that sends to it. */
async function openPost(options: SMTPServerOptions = {}, credentials = '') {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    ...options,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const [head = '', ...rest] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n');
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          // Folded lines belong to the preceding header.
          headers: head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n'),
          body: rest.join('\r\n\r\n'),
          user: typeof session.user === 'string' ? session.user : undefined,
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const url = `smtp://${credentials}127.0.0.1:${port}`;
  const provider = createSmtpMail({ url, from });
  ended.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  ended.push(() => provider.close());
  return { received, provider, url };
}

const names = ({ headers }: Received) => headers.map((line) => line.slice(0, line.indexOf(':'))).sort();

describe('mail by SMTP', () => {
  test('sends one mail to one recipient with only the expected headers [otp.smtp]', async () => {
    const { received, provider } = await openPost();
    await provider.send(mail);
    expect(received).toHaveLength(1);
    const [arrived] = received as [Received];
    expect(arrived).toMatchObject({ from: from.address, to: ['ada@example.com'] });
    expect(arrived.headers).toContain('To: ada@example.com');
    expect(arrived.headers).toContain('From: Openbell <bell@openbell.test>');
    expect(arrived.headers).toContain('Subject: Hello');
    expect(arrived.headers).toContain('Message-ID: <f00d@openbell.test>');
    expect(names(arrived)).toEqual([
      'Auto-Submitted',
      'Content-Transfer-Encoding',
      'Content-Type',
      'Date',
      'From',
      'MIME-Version',
      'Message-ID',
      'Subject',
      'To',
    ]);
    expect(arrived.body.trim()).toBe('A text');
  });

  test.each([
    'ada@example.com, eve@example.com',
    'ada@example.com;eve@example.com',
    'ada@example.com\r\nBcc: eve@example.com',
    'ada@example.com\nRCPT TO:<eve@example.com>',
    'Ada <ada@example.com>',
    '<ada@example.com>',
    'ada@example.com (eve)',
    '"ada@example.com, eve"@example.com',
    'group:ada@example.com,eve@example.com;',
    'ada@example.com@example.com',
    ' ada@example.com',
    'ada',
    '',
  ])(
    'rejects a recipient that is not one address (%j), without repeating it in the error [otp.header-injection]',
    async (to) => {
      const { received, provider } = await openPost();
      await expect(provider.send({ ...mail, to })).rejects.toThrow('The recipient is not one address.');
      expect(received).toEqual([]);
    },
  );

  test.each([
    'Hello\r\nBcc: eve@example.com',
    'Hello\nBcc: eve@example.com',
    'Hello\rBcc: eve@example.com\u0000',
    'Hello\r\n\r\nAnother body',
  ])(
    'adds no header and no body for a line break in the subject (%j) [otp.header-injection]',
    async (subject) => {
      const { received, provider } = await openPost();
      await provider.send({ ...mail, subject });
      const [arrived] = received as [Received];
      expect(arrived.to).toEqual(['ada@example.com']);
      expect(names(arrived)).toHaveLength(9);
      expect(arrived.headers.filter((line) => /^bcc:/i.test(line))).toEqual([]);
      expect(arrived.body.trim()).toBe('A text');
    },
  );

  test('sends the text unchanged: lines, a single dot, other alphabets', async () => {
    const { received, provider } = await openPost();
    const text = 'Ünïcode 🔔\n.\nThe end\r\nSubject: not one';
    await provider.send({ ...mail, subject: 'Größe 🔔', text });
    const [arrived] = received as [Received];
    const encoding = arrived.headers.find((line) => line.startsWith('Content-Transfer-Encoding'));
    const body = encoding?.endsWith('base64')
      ? Buffer.from(arrived.body, 'base64').toString('utf8')
      : Buffer.from(
          arrived.body
            .replaceAll(/=\r\n/g, '')
            .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
          'latin1',
        ).toString('utf8');
    expect(body.replaceAll('\r\n', '\n').trim()).toBe(text.replaceAll('\r\n', '\n'));
    expect(names(arrived)).toHaveLength(9);
  });

  test('signs in with the credentials in the server URL', async () => {
    const { received, provider } = await openPost(
      {
        authOptional: false,
        onAuth({ username, password }, _session, done) {
          if (username === 'post@openbell.test' && password === 'p@ss/word') done(null, { user: username });
          else done(new Error('no'));
        },
      },
      'post%40openbell.test:p%40ss%2Fword@',
    );
    await provider.send(mail);
    expect(received[0]?.user).toBe('post@openbell.test');
  });

  test('closes while the mail server does not respond', async () => {
    let reach: () => void = () => undefined;
    const reached = new Promise<void>((resolve) => {
      reach = resolve;
    });
    const { provider } = await openPost({
      closeTimeout: 1,
      // Never responds to the recipient.
      onRcptTo: () => reach(),
    });
    const sending = provider.send(mail);
    sending.catch(() => undefined);
    await reached;
    provider.close();
    await expect(sending).rejects.toThrow('The outbox is being closed.');
  });

  test('rejects when the mail server refuses, so that the outbox retries', async () => {
    const { received, provider } = await openPost({
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('later'), { responseCode: 451 })),
    });
    await expect(provider.send(mail)).rejects.toMatchObject({ responseCode: 451 });
    expect(received).toEqual([]);
  });
});

describe('the sender (MAIL_FROM)', () => {
  test.each([
    ['bell@openbell.test', { name: '', address: 'bell@openbell.test' }],
    ['Openbell <bell@openbell.test>', { name: 'Openbell', address: 'bell@openbell.test' }],
    ['"Openbell, Inc." <bell@openbell.test>', { name: 'Openbell, Inc.', address: 'bell@openbell.test' }],
  ])('reads %s', (text, address) => {
    expect(readMailAddress(text)).toEqual(address);
  });

  test.each(['', 'Openbell', 'a@b.co, c@d.co', 'Openbell <a@b.co>, <c@d.co>', 'A\r\nBcc: c@d.co <a@b.co>'])(
    'rejects %j',
    (text) => {
      expect(readMailAddress(text)).toBeNull();
    },
  );
});

test('sends a code to the stored address, retries after a failure, and erases the text [otp.smtp] [otp.mail-retried]', async () => {
  let refusing = true;
  const { received, url } = await openPost({
    onRcptTo: (_address, _session, done) =>
      done(refusing ? Object.assign(new Error('try later'), { responseCode: 451 }) : null),
  });
  const server = await startTestServer({ config: { smtp: { url, from } } });
  ended.push(() => server.close());
  const recovery = recoveryOf(server);
  const email = 'member@openbell.test';
  await recovery.send('MEMBER@openbell.test');
  expect(await deliverMails(server.context)).toBe(0);
  refusing = false;
  expect(await deliverMails(server.context)).toBe(0);
  server.clock.advance(60_000);
  expect(await deliverMails(server.context)).toBe(1);
  expect(received.map(({ to }) => to)).toEqual([[email]]);
  const otp = /^\s*(\d{6})\s*$/m.exec(received[0]?.body ?? '')?.[1] ?? '';
  expect((await recovery.verify(email, otp)).status).toBe(200);
  const rows = await server.context.db.select().from(mails);
  expect(rows.map(({ body }) => body)).toEqual(['']);
  expect(server.logLines.join('\n')).not.toContain(otp);
});
