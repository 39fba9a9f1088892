import { expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../../../examples/server/src/read-config.ts';

const read = (env: Readonly<Record<string, string>>) => readConfig(env, '/home/somebody/openbell');

test('decisions.md 9: the defaults are port 4000 of the loopback address and the folder .openbell', () => {
  expect(read({})).toEqual({
    port: 4000,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:4000',
    dataFolder: '/home/somebody/openbell/.openbell',
    databaseUrl: null,
    production: false,
    sandbox: true,
    captcha: 'altcha',
    rateLimits: true,
    allowedOrigins: [],
    trustProxy: false,
    stripe: null,
    vapid: null,
    pushServices: [],
    polygon: null,
    optionsFeed: null,
    sandboxFeedSpeed: 1,
  });
});

test('what is set is read', () => {
  const config = read({
    PORT: '0',
    OPENBELL_DATA: '/var/openbell',
    DATABASE_URL: 'postgres://db/openbell',
    CAPTCHA: 'off',
    RATE_LIMITS: 'off',
    PUBLIC_URL: 'https://openbell.example/',
    ALLOWED_ORIGINS: 'https://a.example, http://localhost:5173',
    TRUST_PROXY: '1',
    STRIPE_SECRET_KEY: 'secret',
    STRIPE_PUBLISHABLE_KEY: 'publishable',
    STRIPE_WEBHOOK_SECRET: 'one, two',
    OPTIONS_FEED_URL: 'wss://feed.example',
    OPTIONS_FEED_KEY: 'key',
    SANDBOX_FEED_SPEED: '10',
  });
  expect(config).toMatchObject({
    port: 0,
    dataFolder: '/var/openbell',
    databaseUrl: 'postgres://db/openbell',
    captcha: 'off',
    rateLimits: false,
    publicUrl: 'https://openbell.example',
    allowedOrigins: ['https://a.example', 'http://localhost:5173'],
    trustProxy: true,
    stripe: { secretKey: 'secret', publishableKey: 'publishable', webhookSecrets: ['one', 'two'] },
    optionsFeed: { url: 'wss://feed.example', key: 'key' },
    sandboxFeedSpeed: 10,
  });
});

test('what cannot be is refused, by the name of its variable', () => {
  const cases: readonly [string, Readonly<Record<string, string>>][] = [
    ['PORT', { PORT: 'http' }],
    ['PORT', { PORT: '70000' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://x' }],
    ['CAPTCHA', { CAPTCHA: 'false' }],
    ['RATE_LIMITS', { RATE_LIMITS: '0' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'openbell.example' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://openbell.example/app' }],
    ['ALLOWED_ORIGINS', { ALLOWED_ORIGINS: '*' }],
    ['STRIPE_PUBLISHABLE_KEY', { STRIPE_SECRET_KEY: 'x' }],
    ['STRIPE_WEBHOOK_SECRET', { STRIPE_SECRET_KEY: 'x', STRIPE_PUBLISHABLE_KEY: 'y' }],
    ['VAPID_PRIVATE_KEY', { VAPID_PUBLIC_KEY: 'x' }],
    ['VAPID_PUBLIC_KEY', { VAPID_PUBLIC_KEY: 'x', VAPID_PRIVATE_KEY: 'y', VAPID_SUBJECT: 'mailto:a@b.co' }],
    ['PUSH_SERVICES', { PUSH_SERVICES: 'push.example' }],
    ['OPTIONS_FEED_URL', { OPTIONS_FEED_URL: 'https://x', OPTIONS_FEED_KEY: 'y' }],
    ['OPTIONS_FEED_KEY', { OPTIONS_FEED_URL: 'wss://x' }],
    ['SANDBOX_FEED_SPEED', { SANDBOX_FEED_SPEED: '0' }],
  ];
  for (const [name, env] of cases) {
    expect(() => read(env), JSON.stringify(env)).toThrow(ConfigError);
    expect(() => read(env), JSON.stringify(env)).toThrow(name);
  }
});

test('decisions.md 9: production refuses what is for tests, even with the sandbox allowed', () => {
  const production = { NODE_ENV: 'production', ALLOW_SANDBOX: '1' };
  expect(() => read({ ...production, CAPTCHA: 'off' })).toThrow('CAPTCHA=off');
  expect(() => read({ ...production, RATE_LIMITS: 'off' })).toThrow('RATE_LIMITS=off');
  expect(read(production)).toMatchObject({ production: true, sandbox: true });
});

test('decisions.md 9: production refuses a sandbox provider that was not allowed, and names it', () => {
  expect(() => read({ NODE_ENV: 'production' })).toThrow(
    /cards .*market data .*options feed .*ALLOW_SANDBOX=1/,
  );
});
