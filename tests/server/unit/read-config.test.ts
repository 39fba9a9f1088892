import { expect, test } from 'vitest';
import { services, settings } from '../../../examples/server/src/config.ts';
import { ConfigError, readConfig } from '../../../examples/server/src/read-config.ts';
import { variablesOf } from '../../../examples/server/src/setting.ts';
import { productionConfig } from '../../support/production-config.ts';

const read = (env: Readonly<Record<string, string>>) => readConfig(env, '/home/user/openbell');

test('uses port 4000 on the loopback address and the folder .openbell by default', () => {
  expect(read({})).toEqual({
    port: 4000,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:4000',
    dataFolder: '/home/user/openbell/.openbell',
    databaseUrl: null,
    nats: null,
    s3: null,
    production: false,
    providers: expect.any(Array),
    captcha: 'altcha',
    chart: 'built-in',
    recaptcha: null,
    rateLimits: true,
    registration: 'open',
    session: 'bearer',
    allowedOrigins: [],
    mediaOrigin: null,
    clamd: null,
    trustProxy: false,
    logLevel: 'info',
    metrics: null,
    otlpEndpoint: null,
    shutdownGraceMs: 0,
    ownerEmail: null,
    stripe: 'sandbox',
    trialDays: 7,
    referralCodes: [],
    paypal: 'sandbox',
    vapid: 'sandbox',
    pushServices: [],
    smtp: 'sandbox',
    google: 'sandbox',
    facebook: 'sandbox',
    polygon: 'sandbox',
    optionsFeed: 'sandbox',
    news: 'sandbox',
    sandboxFeedSpeed: 1,
  });
});

test('reads the settings', () => {
  const config = read({
    PORT: '0',
    OPENBELL_DATA: '/var/openbell',
    DATABASE_URL: 'postgres://db/openbell',
    CAPTCHA: 'off',
    RATE_LIMITS: 'off',
    REGISTRATION: 'private',
    SESSION: 'cookie',
    PUBLIC_URL: 'https://openbell.example/',
    ALLOWED_ORIGINS: 'https://a.example, http://localhost:5173',
    MEDIA_ORIGIN: 'https://media.example/',
    CLAMD: 'tcp://clamav:3310',
    TRUST_PROXY: '1',
    CHART: 'tradingview',
    LOG_LEVEL: 'warn',
    SHUTDOWN_GRACE_MS: '4000',
    METRICS_PORT: '9464',
    METRICS_HOST: '10.0.0.1',
    TRIAL_DAYS: '14',
    REFERRAL_CODES: ' BELL-2026, FRIEND-7,',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
    STRIPE_SECRET_KEY: 'secret',
    STRIPE_PUBLISHABLE_KEY: 'publishable',
    STRIPE_WEBHOOK_SECRET: 'one, two',
    SMTP_URL: 'smtp://user:secret@mail.example:587',
    MAIL_FROM: 'Openbell <bell@openbell.example>',
    OPTIONS_FEED_URL: 'wss://feed.example',
    OPTIONS_FEED_KEY: 'key',
    SANDBOX_FEED_SPEED: '10',
  });
  expect(config).toMatchObject({
    port: 0,
    dataFolder: '/var/openbell',
    databaseUrl: 'postgres://db/openbell',
    shutdownGraceMs: 4_000,
    metrics: { port: 9_464, host: '10.0.0.1' },
    trialDays: 14,
    referralCodes: ['BELL-2026', 'FRIEND-7'],
    otlpEndpoint: 'http://127.0.0.1:4318',
    captcha: 'off',
    rateLimits: false,
    registration: 'private',
    session: 'cookie',
    publicUrl: 'https://openbell.example',
    allowedOrigins: ['https://a.example', 'http://localhost:5173'],
    mediaOrigin: 'https://media.example',
    clamd: { host: 'clamav', port: 3310 },
    trustProxy: true,
    chart: 'tradingview',
    logLevel: 'warn',
    stripe: { secretKey: 'secret', publishableKey: 'publishable', webhookSecrets: ['one', 'two'] },
    smtp: {
      url: 'smtp://user:secret@mail.example:587',
      from: { name: 'Openbell', address: 'bell@openbell.example' },
    },
    optionsFeed: { url: 'wss://feed.example', key: 'key' },
    sandboxFeedSpeed: 10,
  });
  expect(read({ METRICS_PORT: '9464' }).metrics).toEqual({ port: 9_464, host: '127.0.0.1' });
});

test('reads the settings of the social sign-in services', () => {
  const config = read({
    GOOGLE_CLIENT_ID: 'client',
    FACEBOOK_APP_ID: '42',
    FACEBOOK_APP_SECRET: 'secret',
    FACEBOOK_GRAPH_URL: 'http://127.0.0.1:5000/v1/',
    RECAPTCHA_SITE_KEY: 'site',
    RECAPTCHA_SECRET_KEY: 'key',
  });
  expect(config).toMatchObject({
    google: { clientId: 'client', keysUrl: 'https://www.googleapis.com/oauth2/v3/certs' },
    facebook: { appId: '42', appSecret: 'secret', graphUrl: 'http://127.0.0.1:5000/v1' },
    recaptcha: {
      siteKey: 'site',
      secretKey: 'key',
      verifyUrl: 'https://www.google.com/recaptcha/api/siteverify',
    },
  });
});

test('reads NATS servers with their credentials, port and TLS', () => {
  const base = { DATABASE_URL: 'postgres://db/openbell' };
  expect(read({ ...base, NATS_URL: 'nats://bell:s%40fe@one.example, nats://two.example:4300' }).nats).toEqual(
    {
      servers: ['one.example:4222', 'two.example:4300'],
      user: 'bell',
      pass: 's@fe',
    },
  );
  expect(read({ ...base, NATS_URL: 'tls://nats.example' }).nats).toEqual({
    servers: ['nats.example:4222'],
    tls: {},
  });
});

test('rejects invalid values and names the variable', () => {
  const cases: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['PORT', { PORT: '70000' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://x' }],
    ['NATS_URL', { DATABASE_URL: 'postgres://db/openbell', NATS_URL: 'http://nats' }],
    ['DATABASE_URL', { NATS_URL: 'nats://nats' }],
    ['NATS_URL', { DATABASE_URL: 'postgres://db/openbell', NATS_URL: 'nats://one,tls://two' }],
    ['NATS_URL', { DATABASE_URL: 'postgres://db/openbell', NATS_URL: 'nats://token@one' }],
    ['NATS_URL', { DATABASE_URL: 'postgres://db/openbell', NATS_URL: 'nats://a:%zz@one' }],
    ['CAPTCHA', { CAPTCHA: 'false' }],
    ['RATE_LIMITS', { RATE_LIMITS: '0' }],
    ['SESSION', { SESSION: 'jwt' }],
    ['REGISTRATION', { REGISTRATION: 'closed' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'openbell.example' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://openbell.example/app' }],
    ['ALLOWED_ORIGINS', { ALLOWED_ORIGINS: '*' }],
    ['MEDIA_ORIGIN', { MEDIA_ORIGIN: 'media.example', PUBLIC_URL: 'https://a.example' }],
    ['MEDIA_ORIGIN', { MEDIA_ORIGIN: 'https://a.example', PUBLIC_URL: 'https://a.example' }],
    ['MEDIA_ORIGIN', { MEDIA_ORIGIN: 'https://media.example' }],
    ['CLAMD', { CLAMD: 'localhost' }],
    ['CLAMD', { CLAMD: 'tcp://localhost' }],
    ['CLAMD', { CLAMD: 'unix:clamd.ctl' }],
    ['LOG_LEVEL must be debug, info, warn or error, not: verbose', { LOG_LEVEL: 'verbose' }],
    ['TRUST_PROXY must be 0 or 1, not: true', { TRUST_PROXY: 'true' }],
    ['CHART must be built-in or tradingview, not: TradingView', { CHART: 'TradingView' }],
    ['RECAPTCHA_SECRET_KEY', { RECAPTCHA_SITE_KEY: 'x' }],
    ['RECAPTCHA_SITE_KEY', { RECAPTCHA_SECRET_KEY: 'x' }],
    [
      'RECAPTCHA_VERIFY_URL',
      { RECAPTCHA_SITE_KEY: 'x', RECAPTCHA_SECRET_KEY: 'y', RECAPTCHA_VERIFY_URL: 'ftp://z' },
    ],
    ['GOOGLE_KEYS_URL', { GOOGLE_CLIENT_ID: 'x', GOOGLE_KEYS_URL: 'http://keys.example' }],
    ['FACEBOOK_APP_SECRET', { FACEBOOK_APP_ID: 'x' }],
    ['FACEBOOK_APP_ID', { FACEBOOK_APP_SECRET: 'x' }],
    ['STRIPE_WEBHOOK_SECRET', { STRIPE_SECRET_KEY: 'x', STRIPE_PUBLISHABLE_KEY: 'y' }],
    ['VAPID_PRIVATE_KEY', { VAPID_PUBLIC_KEY: 'x' }],
    ['VAPID_PUBLIC_KEY', { VAPID_PUBLIC_KEY: 'x', VAPID_PRIVATE_KEY: 'y', VAPID_SUBJECT: 'mailto:a@b.co' }],
    ['PUSH_SERVICES', { PUSH_SERVICES: 'push.example' }],
    ['SMTP_URL', { SMTP_URL: 'mail.example:587', MAIL_FROM: 'a@b.co' }],
    ['SMTP_URL', { SMTP_URL: 'https://mail.example', MAIL_FROM: 'a@b.co' }],
    ['SMTP_URL', { SMTP_URL: 'smtp://us%er:secret@mail.example:587', MAIL_FROM: 'a@b.co' }],
    ['write % as %25', { SMTP_URL: 'smtp://user:100%secret@mail.example:587', MAIL_FROM: 'a@b.co' }],
    ['MAIL_FROM', { SMTP_URL: 'smtp://mail.example' }],
    ['OWNER_EMAIL', { OWNER_EMAIL: 'a@b.co, c@d.co' }],
    ['MAIL_FROM', { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.co, c@d.co' }],
    ['OPTIONS_FEED_URL', { OPTIONS_FEED_URL: 'https://x', OPTIONS_FEED_KEY: 'y' }],
    ['OPTIONS_FEED_KEY', { OPTIONS_FEED_URL: 'wss://x' }],
    ['SANDBOX_FEED_SPEED', { SANDBOX_FEED_SPEED: '0' }],
    ['POLYGON_URL', { POLYGON_API_KEY: 'x', POLYGON_URL: 'http://polygon.example' }],
    ['FINNHUB_URL', { FINNHUB_API_KEY: 'x', FINNHUB_URL: 'http://finnhub.example' }],
    ['SANDBOX', { SANDBOX: 'all' }],
    ['PROVIDERS_OFF', { PROVIDERS_OFF: 'chat' }],
    ['mail cannot be off', { PROVIDERS_OFF: 'mail' }],
    ['METRICS_PORT must be a whole number', { METRICS_PORT: '99999' }],
    ['METRICS_HOST requires METRICS_PORT', { METRICS_HOST: '127.0.0.1' }],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }],
    ['SHUTDOWN_GRACE_MS', { SHUTDOWN_GRACE_MS: '60001' }],
    ['S3_ENDPOINT requires S3_BUCKET.', { S3_ENDPOINT: 'http://minio:9000' }],
    ['S3_PREFIX requires S3_BUCKET.', { S3_PREFIX: 'site' }],
    ['PAYPAL_CLIENT_ID requires PAYPAL_SECRET', { PAYPAL_CLIENT_ID: 'x' }],
    ['PAYPAL_WEBHOOK_ID', { PAYPAL_CLIENT_ID: 'x', PAYPAL_SECRET: 'y' }],
    ...['-1', '1.5', '366', 'seven', '1e2'].map((days) => ['TRIAL_DAYS', { TRIAL_DAYS: days }] as const),
    ...['bell', 'AB', 'A'.repeat(21), 'BELL 7', 'BELL-1,<B>'].map(
      (codes) => ['REFERRAL_CODES', { REFERRAL_CODES: codes }] as const,
    ),
  ];
  for (const [name, env] of cases) {
    expect(() => read(env), JSON.stringify(env)).toThrow(ConfigError);
    expect(() => read(env), JSON.stringify(env)).toThrow(name);
  }
});

test('lists all invalid settings at once, one a line', () => {
  const wrong = { PORT: 'http', S3_BUCKET: 'files', S3_REGION: 'eu central', STRIPE_SECRET_KEY: 'x' };
  const lines = [
    'PORT must be a whole number from 0 to 65535, not: http',
    'S3_BUCKET requires S3_ACCESS_KEY_ID.',
    'S3_BUCKET requires S3_SECRET_ACCESS_KEY.',
    'S3_REGION must be a region like eu-central-1, not: eu central',
    'STRIPE_SECRET_KEY requires STRIPE_PUBLISHABLE_KEY.',
    'STRIPE_SECRET_KEY requires STRIPE_WEBHOOK_SECRET.',
  ];
  expect(() => read(wrong)).toThrow(new ConfigError(lines.join('\n')));
  expect(() => productionConfig({ CAPTCHA: 'off', RATE_LIMITS: 'off' })).toThrow(/^CAPTCHA.*\nRATE_LIMITS/);
});

test('names each variable once', () => {
  const names = [...Object.values(settings), ...Object.values(services)].flatMap((entry) =>
    'members' in entry ? variablesOf(entry) : [entry.name],
  );
  expect(names.length).toBeGreaterThan(50);
  expect(new Set(names).size).toBe(names.length);
});

test('refuses test settings in production', () => {
  expect(() => productionConfig({ CAPTCHA: 'off' })).toThrow('CAPTCHA=off');
  expect(() => productionConfig({ RATE_LIMITS: 'off' })).toThrow('RATE_LIMITS=off');
  expect(productionConfig({}).production).toBe(true);
});

test('rejects the removed ALLOW_SANDBOX in production with any value', () => {
  for (const ALLOW_SANDBOX of ['1', '0']) {
    expect(() => productionConfig({ ALLOW_SANDBOX })).toThrow('SANDBOX=news');
  }
});

test('requires https in production, except for addresses of this machine', () => {
  for (const address of [
    'http://openbell.example',
    'http://127.0.0.1.evil.example',
    'http://10.0.0.7:4000',
  ]) {
    expect(() => productionConfig({ PUBLIC_URL: address })).toThrow('PUBLIC_URL must be an https:// URL');
    expect(read({ PUBLIC_URL: address }).publicUrl).toBe(address);
  }
  for (const address of ['https://openbell.example', 'http://localhost:4000', 'http://[::1]:4000']) {
    expect(productionConfig({ PUBLIC_URL: address }).publicUrl).toBe(address);
  }
  const media = { PUBLIC_URL: 'https://openbell.example', MEDIA_ORIGIN: 'http://media.example' };
  expect(() => productionConfig(media)).toThrow('MEDIA_ORIGIN must be an https:// URL');
});

test('rejects a misspelled NODE_ENV, which would start a development server', () => {
  for (const mode of ['prod', 'Production', 'live'])
    expect(() => read({ NODE_ENV: mode })).toThrow('NODE_ENV must be production, development or test');
  for (const mode of ['development', 'test', '']) expect(read({ NODE_ENV: mode }).production).toBe(false);
});

test('rejects production without a mail server and names the variable [otp.no-sandbox-mail]', () => {
  expect(() => productionConfig({ SMTP_URL: undefined, MAIL_FROM: undefined })).toThrow(
    'mail (SMTP_URL and MAIL_FROM)',
  );
  expect(() => productionConfig({ SMTP_URL: undefined, MAIL_FROM: undefined, SANDBOX: 'mail' })).toThrow(
    'SANDBOX=mail does not work in production',
  );
});

test('takes news from Finnhub when its key is set, otherwise from Polygon', () => {
  expect(productionConfig({}).news).toMatchObject({ provider: 'polygon', apiKey: 'polygon-key' });
  expect(productionConfig({ FINNHUB_API_KEY: 'finnhub-key' }).news).toEqual({
    provider: 'finnhub',
    apiKey: 'finnhub-key',
    restUrl: 'https://finnhub.io',
  });
});

test('gives SANDBOX and PROVIDERS_OFF precedence over keys', () => {
  expect(
    productionConfig({ SANDBOX: 'news,captcha', RECAPTCHA_SITE_KEY: 'x', RECAPTCHA_SECRET_KEY: 'y' }),
  ).toMatchObject({
    news: 'sandbox',
    recaptcha: null,
    captcha: 'altcha',
  });
  expect(productionConfig({ PROVIDERS_OFF: 'cards, facebook' })).toMatchObject({
    stripe: 'off',
    facebook: 'off',
    paypal: { clientId: 'paypal-client' },
  });
});

const bucketKeys = {
  S3_BUCKET: 'openbell-files',
  S3_REGION: 'eu-central-1',
  S3_ACCESS_KEY_ID: 'AKIA',
  S3_SECRET_ACCESS_KEY: 'secret',
};

test('reads the bucket of uploaded files', () => {
  const access = {
    bucket: 'openbell-files',
    region: 'eu-central-1',
    accessKeyId: 'AKIA',
    secretAccessKey: 'secret',
  };
  expect(read(bucketKeys).s3).toEqual({ ...access, endpoint: null, prefix: '' });
  const more = { S3_ENDPOINT: 'http://minio:9000/', S3_PREFIX: 'site/files' };
  expect(read({ ...bucketKeys, ...more }).s3).toEqual({
    ...access,
    endpoint: 'http://minio:9000',
    prefix: 'site/files/',
  });
});

test.each(Object.keys(bucketKeys))('names %s when only the other bucket variables are set', (missing) => {
  expect(() => read({ ...bucketKeys, [missing]: '' })).toThrow(new RegExp(`requires ${missing}\\.$`));
});

test.each([
  ['S3_BUCKET', 'Open Bell'],
  ['S3_BUCKET', 'a/b'],
  ['S3_ENDPOINT', 'minio:9000'],
  ['S3_ENDPOINT', 'http://minio:9000/bucket'],
  ['S3_REGION', 'eu central'],
  ['S3_PREFIX', '../other'],
  ['S3_PREFIX', '/site'],
  ['S3_PREFIX', 'site//files'],
])('rejects %s=%s and names the variable', (name, value) => {
  expect(() => read({ ...bucketKeys, [name]: value })).toThrow(new RegExp(`^${name} must be`));
});

test('uses the live API of PayPal by default', () => {
  const keys = { PAYPAL_CLIENT_ID: 'client', PAYPAL_SECRET: 'secret', PAYPAL_WEBHOOK_ID: 'WH-1' };
  expect(read(keys).paypal).toEqual({
    clientId: 'client',
    secret: 'secret',
    webhookId: 'WH-1',
    apiUrl: 'https://api-m.paypal.com',
  });
  const sandbox = 'https://api-m.sandbox.paypal.com';
  expect(read({ ...keys, PAYPAL_API: sandbox }).paypal).toMatchObject({ apiUrl: sandbox });
  expect(() => read({ ...keys, PAYPAL_API: 'paypal' })).toThrow('PAYPAL_API');
});

test('accepts a Unix socket as the address of the scanner', () => {
  const path = '/run/clamav/clamd.ctl';
  expect(read({ CLAMD: `unix:${path}` }).clamd).toEqual({ path });
  expect(read({ CLAMD: `unix://${path}` }).clamd).toEqual({ path });
  expect(read({ CLAMD: 'tcp://[::1]:3310' }).clamd).toEqual({ host: '::1', port: 3310 });
});
