import { expect, test } from 'vitest';
import { createLogger, redact } from '../../../examples/server/src/log.ts';

const clock = { now: () => Date.UTC(2026, 10, 21, 15, 30) };

test('writes a line as one JSON object with time, level, event and fields', () => {
  const lines: string[] = [];
  createLogger({ clock, write: (line) => lines.push(line) }).info('request', { status: 200 });
  expect(lines).toEqual([
    '{"time":"2026-11-21T15:30:00.000Z","level":"info","event":"request","status":200}',
  ]);
});

test('omits levels below the chosen one', () => {
  const lines: string[] = [];
  const log = createLogger({ clock, level: 'warn', write: (line) => lines.push(line) });
  log.debug('a');
  log.info('b');
  log.warn('c');
  log.error('d');
  expect(lines.map((line) => JSON.parse(line).event)).toEqual(['c', 'd']);
});

test('keeps form input and credentials out of a line', () => {
  const secrets = {
    password: 'pw',
    password_confirmation: 'pw',
    accessToken: 'tk',
    authorization: 'Bearer tk',
    otp: '123456',
    captcha: 'cp',
    credential: 'cr',
    client_secret: 'cs',
    number: '4242424242424242',
    cookie: 'ck',
    nested: [{ token: 'tk' }],
  };
  const text = JSON.stringify(redact(secrets));
  for (const secret of ['"pw"', 'tk"', '123456', '"cp"', '"cr"', '"cs"', '4242', '"ck"']) {
    expect(text).not.toContain(secret);
  }
});

test('removes secrets inside a text', () => {
  const text = 'sent Bearer abc.def-123 with sk_test_1234567890 and bearer.tokentoken and whsec_abcdef';
  const clean = String(redact(text));
  for (const secret of ['abc.def', 'sk_test_1234567890', 'tokentoken', 'whsec_abcdef']) {
    expect(clean).not.toContain(secret);
  }
});

test('does not let a text forge a second line', () => {
  const lines: string[] = [];
  createLogger({ clock, write: (line) => lines.push(line) }).info('x', { name: 'a\n{"level":"error"}\r\n' });
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toMatch(/[\r\n]/);
});

test('handles errors, circular references and deep objects', () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  const lines: string[] = [];
  const log = createLogger({ clock, write: (line) => lines.push(line) });
  log.error('x', {
    circle,
    error: new Error('outer', { cause: new TypeError('inner') }),
    big: 10n,
    long: 'x'.repeat(9_000),
  });
  const line = JSON.parse(lines[0] ?? '');
  expect(line.error).toMatchObject({
    name: 'Error',
    message: 'outer',
    cause: { name: 'TypeError', message: 'inner' },
  });
  expect(line.big).toBe('10');
  expect(line.long).toHaveLength(2_001);
});
