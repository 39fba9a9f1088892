/** What `/config.json` may say (decisions 9); every key is optional, and the defaults are the reference server's. */
export interface AppConfig {
  readonly apiUrl: string;
  readonly socketUrl: string;
  readonly optionsFeedUrl: string;
  readonly captcha: {
    readonly provider: 'altcha' | 'recaptcha' | 'none';
    readonly [option: string]: unknown;
  };
  readonly cards: 'stripe' | 'sandbox';
  readonly stripePublishableKey: string | null;
  /** True when any provider behind the server is a sandbox: everything it shows is then labelled. */
  readonly sandbox: boolean;
}

/** Turns what was read into a config: a missing, or wrong, value gets its default, and unknown keys are left out. */
export function readConfig(raw: unknown): AppConfig {
  const given = isRecord(raw) ? raw : {};
  const key = textOf(given['stripePublishableKey']);
  return {
    apiUrl: textOf(given['apiUrl']) ?? '/api',
    socketUrl: textOf(given['socketUrl']) ?? '/api/ws',
    optionsFeedUrl: textOf(given['optionsFeedUrl']) ?? '/options',
    captcha: captchaOf(given['captcha']),
    cards: cardsOf(given['cards']) ?? (key === null ? 'sandbox' : 'stripe'),
    stripePublishableKey: key,
    sandbox: typeof given['sandbox'] === 'boolean' ? given['sandbox'] : key === null,
  };
}

/** Fetches `/config.json`. A site without one, or a broken one, runs on the defaults. */
export async function loadConfig(fetchConfig: () => Promise<Response>): Promise<AppConfig> {
  try {
    const response = await fetchConfig();
    return readConfig(response.ok ? await response.json() : {});
  } catch {
    return readConfig({});
  }
}

function captchaOf(value: unknown): AppConfig['captcha'] {
  const provider = isRecord(value) ? value['provider'] : undefined;
  if (isRecord(value) && (provider === 'altcha' || provider === 'recaptcha' || provider === 'none')) {
    return { ...value, provider };
  }
  return { provider: 'altcha' };
}

function cardsOf(value: unknown): AppConfig['cards'] | null {
  return value === 'stripe' || value === 'sandbox' ? value : null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
