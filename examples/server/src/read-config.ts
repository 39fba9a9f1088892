import { resolve } from 'node:path';
import type { Config } from './config.ts';

/** The environment asks for something that cannot be, or must not be: the message names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads and checks the environment. Throws {@link ConfigError}. With `NODE_ENV=production` it refuses what is for
 * tests and, unless `ALLOW_SANDBOX=1`, every sandbox provider (decisions.md 9).
 */
export function readConfig(env: Environment, workingDirectory: string = process.cwd()): Config {
  const text = (name: string): string | null => env[name]?.trim() || null;
  const port = readPort(text('PORT') ?? '4000');
  const production = text('NODE_ENV') === 'production';
  const allowSandbox = text('ALLOW_SANDBOX') === '1';

  const config: Config = {
    port,
    host: text('HOST') ?? '127.0.0.1',
    publicUrl: readOrigin('PUBLIC_URL', text('PUBLIC_URL') ?? `http://127.0.0.1:${port}`),
    dataFolder: resolve(workingDirectory, text('OPENBELL_DATA') ?? '.openbell'),
    databaseUrl: readDatabaseUrl(text('DATABASE_URL')),
    production,
    sandbox: !production || allowSandbox,
    captcha: readSwitch('CAPTCHA', text('CAPTCHA')) ? 'altcha' : 'off',
    rateLimits: readSwitch('RATE_LIMITS', text('RATE_LIMITS')),
    allowedOrigins: (text('ALLOWED_ORIGINS') ?? '')
      .split(',')
      .map((origin) => origin.trim())
      .filter((origin) => origin !== '')
      .map((origin) => readOrigin('ALLOWED_ORIGINS', origin)),
    trustProxy: text('TRUST_PROXY') === '1',
    stripe: readStripe(text),
    polygon: readPolygon(text),
    optionsFeed: readFeed(text),
    sandboxFeedSpeed: readSpeed(text('SANDBOX_FEED_SPEED') ?? '1'),
  };
  if (production) refuseInProduction(config, allowSandbox);
  return config;
}

function refuseInProduction(config: Config, allowSandbox: boolean): void {
  if (config.captcha === 'off') throw new ConfigError('CAPTCHA=off is for tests; production refuses it.');
  if (!config.rateLimits) throw new ConfigError('RATE_LIMITS=off is for tests; production refuses it.');
  if (allowSandbox) return;
  const missing = [
    ...(config.stripe === null ? ['cards (STRIPE_SECRET_KEY)'] : []),
    ...(config.polygon === null ? ['market data (POLYGON_API_KEY)'] : []),
    ...(config.optionsFeed === null ? ['the options feed (OPTIONS_FEED_URL and OPTIONS_FEED_KEY)'] : []),
    // These have only their sandbox so far.
    'mail',
    'news',
  ];
  throw new ConfigError(
    `Production refuses sandbox providers, and these have no real one configured: ${missing.join(', ')}. ` +
      'Configure them, or allow the sandbox with ALLOW_SANDBOX=1.',
  );
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new ConfigError(`PORT is not a port number: ${text}`);
  return port;
}

function readOrigin(name: string, text: string): string {
  try {
    const url = new URL(text);
    if (
      (url.protocol === 'http:' || url.protocol === 'https:') &&
      url.pathname === '/' &&
      url.search === ''
    ) {
      return url.origin;
    }
  } catch {
    // Told below, like every other text that is no origin.
  }
  throw new ConfigError(`${name} takes an address like https://example.com, not: ${text}`);
}

function readDatabaseUrl(text: string | null): string | null {
  if (text !== null && !/^postgres(?:ql)?:\/\//.test(text)) {
    throw new ConfigError('DATABASE_URL takes a postgres:// address.');
  }
  return text;
}

function readSwitch(name: string, text: string | null): boolean {
  if (text === null || text === 'on') return true;
  if (text === 'off') return false;
  throw new ConfigError(`${name} takes on or off, not: ${text}`);
}

function readSpeed(text: string): number {
  const speed = Number(text);
  if (!Number.isFinite(speed) || speed <= 0 || speed > 1_000) {
    throw new ConfigError(`SANDBOX_FEED_SPEED takes a number above 0 and up to 1000, not: ${text}`);
  }
  return speed;
}

type Read = (name: string) => string | null;

/** The value of `name` once one of its group is set; a group half set is a mistake. */
function required(text: Read, name: string, because: string): string {
  const value = text(name);
  if (value === null) throw new ConfigError(`${because} is set, so ${name} is needed as well.`);
  return value;
}

function readStripe(text: Read): Config['stripe'] {
  const secretKey = text('STRIPE_SECRET_KEY');
  if (secretKey === null) return null;
  return {
    secretKey,
    publishableKey: required(text, 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_SECRET_KEY'),
    webhookSecrets: required(text, 'STRIPE_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY')
      .split(',')
      .map((secret) => secret.trim()),
  };
}

function readPolygon(text: Read): Config['polygon'] {
  const apiKey = text('POLYGON_API_KEY');
  return apiKey === null ? null : { apiKey, restUrl: text('POLYGON_URL') ?? 'https://api.polygon.io' };
}

function readFeed(text: Read): Config['optionsFeed'] {
  const url = text('OPTIONS_FEED_URL');
  if (url === null) return null;
  if (!/^wss?:\/\//.test(url)) throw new ConfigError('OPTIONS_FEED_URL takes a ws:// or wss:// address.');
  return { url, key: required(text, 'OPTIONS_FEED_KEY', 'OPTIONS_FEED_URL') };
}
