// Requests with extra columns, and with line breaks in values that become mail headers.
import { expect, test } from 'vitest';
import { users } from '../../../examples/server/src/db/schema/accounts.ts';
import { listMails } from '../../../examples/server/src/mail/outbox.ts';
import { registration, signInBody } from '../../support/account-bodies.ts';
import { sharedServer } from '../../support/test-server.ts';

const server = sharedServer({ production: true });

async function rowOf(email: string) {
  const rows = await server.context.db.select().from(users);
  return rows.find((row) => row.email === email);
}
const mailsTo = (address?: string) => listMails(server.context.db, address);

test('stores only the fields of the profile form: no id, address, plan, password or role [access.mass-assignment] [profile.mass-assignment]', async () => {
  const email = 'member@openbell.test';
  const before = await rowOf(email);
  const form = new FormData();
  for (const [name, value] of Object.entries({
    first_name: 'Renamed',
    about: 'Scalps.',
    id: '1',
    email: 'taken@openbell.test',
    expired_at: '2099-01-01T00:00:00Z',
    expiredAt: '2099-01-01T00:00:00Z',
    active_subscription: '{"status":"active"}',
    password: 'Another-password-9',
    password_hash: 'x',
    passwordHash: 'x',
    dp: 'https://evil.test/me.png',
    role: 'admin',
    email_verified_at: '2020-01-01',
    deletedAt: '2020-01-01',
    ['__proto__']: 'polluted',
    'constructor[prototype][polluted]': 'yes',
    'user[expired_at]': '2099-01-01',
  }))
    form.append(name, value);
  const token = await server.signIn('member');
  const response = await server.call('POST', '/api/web/update-profile', { token, body: form });
  expect(response.status).toBe(200);
  const after = await rowOf(email);
  expect(after).toEqual({ ...before, firstName: 'Renamed', about: 'Scalps.', updatedAt: after?.updatedAt });
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

const breaks = ['\r\n', '\n', '\r', '\u2028', '%0d%0a'];

test.each(breaks)(
  'rejects an e-mail address with the line break %j in every call [access.header-injection]',
  async (end) => {
    const address = `subscriber@openbell.test${end}Bcc: thief@evil.test`;
    const calls = {
      register: registration({ email: address }),
      'send-otp': { email: address },
      'resend-otp': { email: address },
      'submit-contact-form': { name: 'A', email: address, message: 'Hello.' },
      login: signInBody(address),
    };
    for (const [call, body] of Object.entries(calls)) {
      expect([call, (await server.call('POST', `/api/web/${call}`, { body })).status]).toEqual([call, 422]);
    }
    expect(await mailsTo('thief@evil.test')).toEqual([]);
  },
);

test.each(breaks)(
  'keeps a name with the line break %j out of mail headers [access.header-injection]',
  async (end) => {
    const email = `named${breaks.indexOf(end)}@openbell.test`;
    const first_name = `Ada${end}Bcc: thief@evil.test${end}${end}Free money`;
    const body = registration({ email, first_name });
    const { status } = await server.call('POST', '/api/web/register', { body });
    expect([201, 422]).toContain(status);
    expect((await server.call('POST', '/api/web/send-otp', { body: { email } })).status).toBe(200);
    for (const mail of await mailsTo()) {
      expect(`${mail.to}${mail.subject}`).not.toMatch(/[\p{Cc}\u2028\u2029]|thief|Free money/u);
    }
    expect(await mailsTo('thief@evil.test')).toEqual([]);
  },
);
