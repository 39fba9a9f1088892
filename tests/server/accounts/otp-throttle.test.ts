import { expect, test } from 'vitest';
import { otpCodes } from '../../../examples/server/src/db/schema/otp.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';
import { startTestServer } from '../../support/test-server.ts';
import { APP, startFacebook } from './fake-identity-providers.ts';
import { recoveryOf } from './otp-support.ts';

const second = 1_000;
const hour = 3_600_000;
const spammer = { id: '1012', name: 'Spammer' };
const facebook = sharedByTests(() => startFacebook(new Map([['fb-spammer', spammer]])));
const server = sharedByTests(() =>
  startTestServer({
    config: {
      ...{ rateLimits: true, trustProxy: true },
      facebook: { ...APP, graphUrl: `${facebook.url}/v1` },
    },
    frozen: true,
  }),
);
const recovery = recoveryOf(server);

test('limits an account to one code per 60 seconds, for send and resend and in any letter case [otp.every-60-seconds]', async () => {
  expect((await recovery.send('member@openbell.test')).status).toBe(200);
  server.clock.advance(18 * second);
  for (const refused of [
    await recovery.send('member@openbell.test'),
    await recovery.resend('MEMBER@openbell.test'),
  ]) {
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('42');
    expect(refused.body).toEqual({ message: 'Please wait 42 seconds and try again.', retry_after: 42 });
  }
  expect(await recovery.mailsTo('member@openbell.test')).toHaveLength(1);
  server.clock.advance(42 * second);
  expect((await recovery.resend('member@openbell.test')).status).toBe(200);
});

test('returns the same responses for known and unknown addresses, in every call [otp.uniform]', async () => {
  const journey = async (email: string) => {
    const responses = [
      await recovery.send(email),
      await recovery.send(email),
      await recovery.verify(email, '000000'),
      await recovery.reset(email, '000000'),
      await recovery.verify(email, '000001'),
      await recovery.verify(email, '000002'),
      await recovery.verify(email, '000003'),
      await recovery.verify(email, '000004'),
    ];
    return responses.map(({ status, body, headers }) => ({
      status,
      body,
      retryAfter: headers.get('retry-after'),
      length: headers.get('content-length'),
    }));
  };
  expect(await journey('nobody@openbell.test')).toEqual(await journey('other@openbell.test'));
  expect(await recovery.mailsTo('nobody@openbell.test')).toEqual([]);
  // Both addresses get the same work, including the stored row.
  const rows = await server.context.db.select().from(otpCodes);
  const tried = rows.filter(({ attempts }) => attempts === 5);
  expect(tried).toHaveLength(2);
  expect(tried.map(({ codeHmac }) => codeHmac.length > 40)).toEqual([true, true]);
});

test('limits an account to five codes an hour and ten a day [otp.codes-a-day]', async () => {
  const ask = async () => {
    const { status, body } = await recovery.send('lapsed@openbell.test');
    server.clock.advance(61 * second);
    return [status, body.message];
  };
  const sent = [200, expect.any(String)];
  for (let time = 0; time < 5; time += 1) expect(await ask()).toEqual(sent);
  expect(await ask()).toEqual([429, 'Please wait 55 minutes and try again.']);
  server.clock.advance(hour);
  for (let time = 0; time < 5; time += 1) expect(await ask()).toEqual(sent);
  server.clock.advance(hour);
  const refused = await recovery.send('lapsed@openbell.test');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(20 * 3_600);
});

test('mails at most ten codes a day for a social account, whatever the addresses and the networks', async () => {
  const statuses: number[] = [];
  for (let victim = 0; victim < 12; victim += 1) {
    const response = await server.call('POST', '/api/web/login', {
      headers: { 'x-forwarded-for': `198.51.100.${victim}` },
      body: { type: 'facebook', credential: 'fb-spammer', address: `victim${victim}@example.test` },
    });
    statuses.push(response.status);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(422), 429, 429]);
  const mails = await server.call('GET', '/dev/mail.json');
  expect(mails.text.match(/victim\d+@/g)).toHaveLength(10);
});
