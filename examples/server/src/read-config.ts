import { resolve } from 'node:path';
import { chooseProviders, configuredBy } from './choose-providers.ts';
import { type Config, type ProviderName, services, settings } from './config.ts';
import { isSecure } from './config-values.ts';
import { type Read, readTable, type Values } from './setting.ts';

/** The environment is invalid; the message names each variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads and validates the environment. Throws {@link ConfigError}. With `NODE_ENV=production` it rejects test settings, and
 * each external service must be configured or off (choose-providers.ts).
 */
export function readConfig(env: Environment, workingDirectory: string = process.cwd()): Config {
  const read: Read = (name) => env[name]?.trim() || null;
  const problems: string[] = [];
  const own = readTable(settings, read, problems);
  const access = readTable(services, read, problems);
  rejectIf(problems);
  const config = {
    ...own,
    publicUrl: own.publicUrl ?? `http://127.0.0.1:${own.port}`,
    dataFolder: resolve(workingDirectory, own.dataFolder),
  };
  rejectIf([...contradictions(own), ...(own.production ? dangers(config, read) : [])]);
  return { ...config, ...chooseServices(access, read, own) };
}

function rejectIf(problems: readonly string[]): void {
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
}

/** Settings that do not fit together. */
function contradictions({ nats, databaseUrl, mediaOrigin, publicUrl }: Values<typeof settings>): string[] {
  const problems: string[] = [];
  if (nats !== null && databaseUrl === null)
    problems.push('NATS_URL connects several processes, which need PostgreSQL: set DATABASE_URL.');
  // Media have another origin to isolate their scripts.
  if (mediaOrigin !== null && (publicUrl === null || new URL(publicUrl).host === new URL(mediaOrigin).host))
    problems.push('MEDIA_ORIGIN requires PUBLIC_URL, and must be a different origin.');
  return problems;
}

/** Settings that are not for production. */
function dangers(
  config: Pick<Config, 'captcha' | 'rateLimits' | 'publicUrl' | 'mediaOrigin' | 'pushServices'>,
  read: Read,
): string[] {
  const { captcha, rateLimits, publicUrl, mediaOrigin, pushServices } = config;
  const problems: string[] = [];
  if (read('ALLOW_SANDBOX') !== null)
    problems.push('ALLOW_SANDBOX was removed. List the sandboxes instead, for example SANDBOX=news.');
  if (captcha === 'off') problems.push('CAPTCHA=off is for tests only, not for production.');
  if (!rateLimits) problems.push('RATE_LIMITS=off is for tests only, not for production.');
  // Passwords and tokens must be encrypted. Loopback needs no TLS.
  if (!isSecure(publicUrl))
    problems.push(`PUBLIC_URL must be an https:// URL in production, not: ${publicUrl}`);
  if (mediaOrigin !== null && !isSecure(mediaOrigin))
    problems.push(`MEDIA_ORIGIN must be an https:// URL in production, not: ${mediaOrigin}`);
  if (pushServices.some((origin) => !origin.startsWith('https:')))
    problems.push('PUSH_SERVICES must be https:// origins in production.');
  return problems;
}

/** Applies SANDBOX and PROVIDERS_OFF to the keys of the external services. */
function chooseServices(
  access: Values<typeof services>,
  read: Read,
  { production, captcha }: Pick<Config, 'production' | 'captcha'>,
): Omit<Config, keyof typeof settings> {
  const choice = chooseProviders({
    production,
    configured: configuredBy(access),
    sandbox: read('SANDBOX') ?? '',
    off: read('PROVIDERS_OFF') ?? '',
  });
  if (!choice.ok) throw new ConfigError(choice.problems.join('\n'));
  const modes = new Map(choice.rows.map(({ name, mode }) => [name, mode]));
  const chosen = <Keys>(name: ProviderName, keys: Keys | null): Keys | 'sandbox' | 'off' => {
    if (modes.get(name) === 'off') return 'off';
    return modes.get(name) === 'real' && keys !== null ? keys : 'sandbox';
  };
  const { polygon, finnhub } = access;
  const news =
    finnhub === null
      ? polygon && { provider: 'polygon' as const, ...polygon }
      : { provider: 'finnhub' as const, ...finnhub };
  return {
    providers: choice.rows.map((row) =>
      row.name === 'captcha' && captcha === 'off' ? { ...row, mode: 'off', reason: 'CAPTCHA=off' } : row,
    ),
    stripe: chosen('cards', access.stripe),
    paypal: chosen('wallet', access.paypal),
    smtp: modes.get('mail') === 'real' && access.smtp !== null ? access.smtp : 'sandbox',
    vapid: chosen('push', access.vapid),
    polygon: chosen('market', polygon),
    optionsFeed: chosen('feed', access.optionsFeed),
    news: chosen('news', news),
    google: chosen('google', access.google),
    facebook: chosen('facebook', access.facebook),
    recaptcha: modes.get('captcha') === 'real' ? access.recaptcha : null,
  };
}
