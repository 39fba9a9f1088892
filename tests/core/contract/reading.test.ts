import {
  chatSchema,
  emailInputSchema,
  endpoints,
  lenientList,
  memberServerFrameSchema,
  messageSchema,
  profileResponseSchema,
  programsSchema,
  readWire,
  registerBodySchema,
  type Schema,
  userSchema,
} from '@openbell/core/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyCases } from '../../support/property-cases.ts';

const user = { id: 1, first_name: 'Ada', email: 'ada@x.test' };
const message = { id: 5, chat_id: 2, message: 'hi', sender: user, created_at: '2026-11-21 10:00:00' };

describe('reading entities', () => {
  test('drops unknown fields, and uses defaults for missing optional ones [calls.unknown-fields]', () => {
    const reading = readWire(userSchema, { ...user, id: '1', role: 'admin', expired_at: '0000-00-00' });
    expect(reading).toEqual({
      ok: true,
      dropped: [],
      value: {
        ...user,
        phone: '',
        about: '',
        dp: null,
        push_notification: false,
        email_notification: false,
        expired_at: null,
        active_subscription: null,
      },
    });
  });

  test('rejects values that are not lists', () => {
    expect(readWire(lenientList(messageSchema), { 0: message }).ok).toBe(false);
  });

  test('reads a single program as a list, and prices in text as numbers [calls.one-program]', () => {
    const program = { id: 1, name: 'Ideas', monthly_price: '50.00', yearly_price: 450 };
    for (const input of [program, [program]]) {
      const reading = readWire(programsSchema, input);
      expect(reading.ok && reading.value).toEqual([
        { id: 1, name: 'Ideas', monthly_price: 50, yearly_price: 450, trial_days: null },
      ]);
    }
  });

  test('reads absent media, one file or several files as a list', () => {
    const file = { file: '/m/a.png', name: 'a.png' };
    const mediaOf = (media: unknown): unknown => {
      const reading = readWire(messageSchema, { ...message, media });
      return reading.ok && reading.value.media.map((entry) => entry.name);
    };
    expect([mediaOf(undefined), mediaOf(null), mediaOf(''), mediaOf(file), mediaOf([file, file])]).toEqual([
      [],
      [],
      [],
      ['a.png'],
      ['a.png', 'a.png'],
    ]);
  });

  test('reads 1 and 0, also as text, as booleans [calls.multipart-flags]', () => {
    const flags = ['1', '0', 1, 0, true, false, 'true', 'false', 'yes', null];
    const read = flags.map((mute) => {
      const reading = readWire(chatSchema, { id: 1, mute });
      return reading.ok && reading.value.mute;
    });
    expect(read).toEqual([true, false, true, false, true, false, true, false, false, false]);
  });

  test('schemas never throw, for any value', () => {
    const schemas: readonly Schema<unknown>[] = [
      userSchema,
      messageSchema,
      chatSchema,
      profileResponseSchema,
      programsSchema,
      registerBodySchema,
      memberServerFrameSchema,
    ];
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withBigInt: true }), (value) => {
        for (const schema of schemas) readWire(schema, value);
      }),
    );
  });

  test('__proto__ in a body does not change prototypes', () => {
    const reading = readWire(userSchema, JSON.parse('{"id":1,"__proto__":{"polluted":true}}'));
    expect(reading.ok && 'polluted' in reading.value).toBe(false);
    expect('polluted' in {}).toBe(false);
  });
});

describe('registration body', () => {
  const body = {
    first_name: 'Ada',
    phone: '+1 303 555 0100',
    email: 'ada@x.test',
    password: 'Opening-bell-9',
    password_confirmation: 'Opening-bell-9',
    agree: true,
  };
  const paths = (change: object): string[] => {
    const reading = readWire(registerBodySchema, { ...body, ...change });
    return reading.ok ? [] : reading.problems.map((problem) => problem.path);
  };

  test('is valid with and without a referral code', () => {
    expect(paths({})).toEqual([]);
    expect(paths({ referralCode: 'BELL-1' })).toEqual([]);
  });

  test('accepts a repeated password in another normal form', () => {
    const composed = 'pässword1'.normalize('NFC');
    const decomposed = composed.normalize('NFD');
    expect(paths({ password: composed, password_confirmation: decomposed })).toEqual([]);
    expect(paths({ password: decomposed, password_confirmation: composed })).toEqual([]);
    expect(paths({ password: composed, password_confirmation: 'password1' })).toEqual([
      'password_confirmation',
    ]);
  });

  test.each([
    'BEL',
    'B'.repeat(21),
    'bell-1',
    'BELL 1',
    'BELL_1',
    'BÉLL-1',
    '<B>B</B>',
    "B'--",
    'BELL-1\n-2',
  ])(
    'rejects the referral code %j (4 to 20 capital letters, digits or hyphens) [sign-up.referral-code]',
    (referralCode) => expect(paths({ referralCode })).toEqual(['referralCode']),
  );

  test('accepts the shortest and the longest referral code, and none [sign-up.referral-code]', () => {
    for (const referralCode of ['BELL', '2026', '----', 'B'.repeat(20), ' BELL-1 ', '', null, undefined])
      expect(paths({ referralCode })).toEqual([]);
  });

  test('reports the invalid field', () => {
    expect(paths({ first_name: '   ' })).toEqual(['first_name']);
    expect(paths({ email: 'ada' })).toEqual(['email']);
    expect(paths({ email: 'a@x.test,b@x.test' })).toEqual(['email']);
    expect(paths({ password: 'short', password_confirmation: 'short' })).toEqual(['password']);
    expect(paths({ password_confirmation: 'Opening-bell-8' })).toEqual(['password_confirmation']);
    expect(paths({ agree: false })).toEqual(['agree']);
    expect(paths({ first_name: 'A\u0000da' })).toEqual(['first_name']);
    expect(paths({ first_name: 'x'.repeat(101) })).toContain('first_name');
  });

  const address = (email: string): unknown => {
    const reading = readWire(emailInputSchema, email);
    return reading.ok ? reading.value : null;
  };

  test.each([
    ['ada@x.test', 'ada@x.test'],
    [' Ada.Trader+bell@Sub.X-y.Test ', 'Ada.Trader+bell@sub.x-y.test'],
    ["conan.o'brien@x.test", "conan.o'brien@x.test"],
    ['a@münchen.de', 'a@xn--mnchen-3ya.de'],
    ['a@MÜNCHEN.de', 'a@xn--mnchen-3ya.de'],
    ['Ada@Example.COM', 'Ada@example.com'],
    ['a@xn--mnchen-3ya.de', 'a@xn--mnchen-3ya.de'],
    ['a@пример.рф', 'a@xn--e1afmkfd.xn--p1ai'],
    [`${'a'.repeat(64)}@x.test`, `${'a'.repeat(64)}@x.test`],
  ])('accepts the address %j as %j [sign-up.one-address]', (typed, taken) => {
    expect(address(typed)).toBe(taken);
  });

  test.each([
    'ada',
    'ada@x',
    '@x.test',
    'ada@',
    'a@b@x.test',
    'a@x.test,b@x.test',
    'a@x.test;b@x.test',
    'Ada <a@x.test>',
    'a b@x.test',
    'a@x.test\r\nBcc: b@x.test',
    'a@x.test\u0000',
    '.a@x.test',
    'a..b@x.test',
    'a.@x.test',
    'a@-x.test',
    'a@x..test',
    'a@127.0.0.1',
    'a@[127.0.0.1]',
    'a@x.test.',
    'ä@x.test',
    'a@münchen.de/x.test',
    'a@münchen.de#.x.test',
    'a@münchen.de:80',
    'a@b@münchen.de',
    `${'a'.repeat(65)}@x.test`,
    `a@${'x'.repeat(63)}.${'ü'.repeat(200)}.test`,
    `a@${'x.'.repeat(125)}test`,
  ])('rejects the address %j [sign-up.one-address]', (typed) => expect(address(typed)).toBeNull());

  test('normalizes any accepted address to one ASCII address, idempotently', () => {
    const part = fc.string({ unit: 'grapheme', maxLength: 12 });
    fc.assert(
      fc.property(part, part, fc.constantFrom('.test', '.рф', ''), (local, domain, end) => {
        const taken = address(`${local}@${domain}${end}`);
        if (taken === null) return;
        expect(taken).toMatch(/^[!-?A-~]+@[a-z\d.-]+$/i);
        expect(address(String(taken))).toBe(taken);
      }),
      { numRuns: propertyCases(2000) },
    );
  });

  test('counts characters, not bytes, in passwords', () => {
    expect(paths({ password: '🔔'.repeat(8), password_confirmation: '🔔'.repeat(8) })).toEqual([]);
  });
});

describe('the endpoint table', () => {
  test('has unique methods and paths, and a body format only with a body', () => {
    const rows = Object.values(endpoints);
    const keys = rows.map((row) => `${row.method} ${row.path}`);
    expect(new Set(keys).size).toBe(keys.length);
    for (const row of rows) expect(row.bodyFormat !== 'none', row.path).toBe(row.body !== null);
  });

  test('contains every call of the specification [calls.table]', () => {
    const keys = Object.values(endpoints).map((row) => `${row.method} ${row.path}`);
    for (const call of [
      'POST /web/send-otp',
      'POST /web/verify-otp',
      'POST /web/reset-password',
      'POST /web/resend-otp',
      'POST /web/login',
      'POST /web/register',
      'GET /web/profile',
      'POST /web/update-profile',
      'POST /web/logout',
      'GET /web/program',
      'POST /web/submit-contact-form',
      'POST /web/create-payment-intent',
      'POST /web/create-subscription',
      'GET /web/user-expiration',
      'GET /web/subscription-info/{id}',
      'POST /web/cancel-subscription/{id}',
      'POST /web/cancel-subscription-request',
      'GET /web/alert/{code}',
      'POST /web/store-notification-token',
      'GET /web/chats',
      'GET /web/chat/{id}',
      'GET /web/chat/{id}/more',
      'POST /web/chat/{id}',
      'GET /web/chat/{id}/mute',
      'GET /web/chat/{id}/unmute',
      'POST /web/chat/{messageId}/action',
      'GET /web/alerts',
      'GET /app/courses',
      'GET /app/course/{courseId}',
      'GET /app/news-list',
      'GET /app/marketdata/ticker',
      'GET /app/marketdata/ticker-details/{ticker}',
      'POST /app/marketdata/time-sale',
    ]) {
      expect(keys).toContain(call);
    }
  });
});
