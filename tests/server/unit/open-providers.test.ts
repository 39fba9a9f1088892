// Every combination of providers with which a production server starts: which are opened, and with which routes.
import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../../../examples/server/src/clock.ts';
import { type Config, type ProviderName, providerNames } from '../../../examples/server/src/config.ts';
import type { Db } from '../../../examples/server/src/db/database.ts';
import { openProviders, type Providers } from '../../../examples/server/src/open-providers.ts';
import { absentCards } from '../../../examples/server/src/providers/cards/absent-cards.ts';
import { absentWallet } from '../../../examples/server/src/providers/wallet/absent-wallet.ts';
import { readConfig } from '../../../examples/server/src/read-config.ts';
import type { Sandbox } from '../../../examples/server/src/sandbox.types.ts';
import { productionKeys } from '../../support/production-config.ts';
import { silentLog } from '../billing/support.ts';

type Mode = 'real' | 'sandbox' | 'off';

const keys = {
  ...productionKeys,
  RECAPTCHA_SITE_KEY: 'site',
  RECAPTCHA_SECRET_KEY: 'secret',
};
const optional: readonly Mode[] = ['real', 'off'];
const modes: Readonly<Record<ProviderName, readonly Mode[]>> = {
  cards: optional,
  wallet: optional,
  mail: ['real'],
  push: ['real', 'sandbox', 'off'],
  market: ['real', 'sandbox', 'off'],
  feed: ['real', 'sandbox', 'off'],
  news: ['real', 'sandbox', 'off'],
  google: optional,
  facebook: optional,
  captcha: ['real', 'sandbox'],
};
const combinations = providerNames.reduce<readonly Readonly<Partial<Record<ProviderName, Mode>>>[]>(
  (rows, name) => rows.flatMap((row) => modes[name].map((mode) => ({ ...row, [name]: mode }))),
  [{}],
);

let stop: Providers['stop'] = async () => undefined;
afterEach(() => stop());

/** A sandbox whose pages are all below `/dev`, except those of the news; it records what is opened. */
function recordingSandbox() {
  const opened: string[] = [];
  const open =
    <Service>(name: string, service: Service) =>
    () => {
      opened.push(name);
      return service;
    };
  const page = async () => new Response();
  const running = { provider: {}, routes: { 'POST /dev/cards/confirm': page }, stop: async () => undefined };
  const sandbox = {
    openCards: open('cards', running),
    openWallet: open('wallet', running),
    openIdentities: open('identities', { provider: {}, routes: { 'GET /dev/social/google': page } }),
    openMail: open('mail', { close: () => undefined }),
    openMarket: open('market', {}),
    openNews: open('news', { provider: {}, routes: { 'GET /media/news/:file': page } }),
    openFeed: open('feed', () => ({})),
    styleRoutes: { 'GET /media/sandbox.css': page },
  };
  return { opened, sandbox: sandbox as unknown as Sandbox };
}

/** The configuration of a combination, from the environment. */
function configOf(row: Readonly<Partial<Record<ProviderName, Mode>>>): Config {
  const named = (mode: Mode) => providerNames.filter((name) => row[name] === mode).join(',');
  return readConfig({ ...keys, SANDBOX: named('sandbox'), PROVIDERS_OFF: named('off') });
}

async function open(config: Config) {
  const { opened, sandbox } = recordingSandbox();
  const db = {} as Db;
  const providers = await openProviders({
    config,
    sandbox,
    db,
    clock: systemClock,
    log: silentLog,
    webhookUrl: () => null,
    background: false,
  });
  stop = providers.stop;
  return { opened, ...providers };
}

test('opens the chosen providers and no page below /dev in each combination of production', async () => {
  expect(combinations).toHaveLength(2 ** 5 * 3 ** 4);
  for (const row of combinations) {
    const config = configOf(row);
    const { opened, services, routes, stop: close } = await open(config);
    const actual = {
      modes: Object.fromEntries(config.providers.map(({ name, mode }) => [name, mode])),
      sandboxes: opened.toSorted(),
      cards: services.cards === absentCards,
      wallet: services.wallet === absentWallet,
      absent: [services.market, services.news, services.identities.google, services.identities.facebook].map(
        (service) => service === null,
      ),
      feed: config.optionsFeed === 'off',
      push: config.vapid === 'off',
      captcha: [config.captcha, config.recaptcha === null],
      routes: routes.flatMap((group) => Object.keys(group)).toSorted(),
    };
    const is = (name: ProviderName, mode: Mode) => row[name] === mode;
    expect(actual, JSON.stringify(row)).toEqual({
      modes: row,
      sandboxes: ['market', 'news'].filter((name) => is(name as ProviderName, 'sandbox')),
      cards: is('cards', 'off'),
      wallet: is('wallet', 'off'),
      absent: (['market', 'news', 'google', 'facebook'] as const).map((name) => is(name, 'off')),
      feed: is('feed', 'off'),
      push: is('push', 'off'),
      captcha: ['altcha', is('captcha', 'sandbox')],
      routes: is('news', 'sandbox') ? ['GET /media/news/:file', 'GET /media/sandbox.css'] : [],
    });
    await close();
  }
});
