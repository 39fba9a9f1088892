// Sandboxes of the reference server's external services, and development tools: a movable clock, demo data, and a page with
// the mails that were sent.
import { join } from 'node:path';
import type { Sandbox } from '@openbell/example-server';
import { sandboxAlertsRoutes } from './alerts/alerts.routes.ts';
import type { CardSandbox } from './cards/create-card-sandbox.ts';
import { openCards } from './cards/open-cards.ts';
import { sandboxClockRoutes } from './clock/clock.routes.ts';
import { createMovableClock, type MovableClock } from './clock/movable-clock.ts';
import { restoreClock } from './clock/move-clock.ts';
import { demoAccounts, demoPassword } from './demo-data/accounts.ts';
import { seeds } from './demo-data/index.ts';
import { seedOnce } from './demo-data/seed.ts';
import { openFeed } from './feed/open-feed.ts';
import { openIdentities } from './identity/open-identities.ts';
import { sandboxMailRoutes } from './mail/mail.routes.ts';
import { createSandboxMail } from './mail/sandbox-mail.ts';
import { createSandboxMarket } from './market/index.ts';
import { sandboxNewsRoutes } from './news/news.routes.ts';
import { createSandboxNews } from './news/sandbox-news.ts';
import { galleryRoutes } from './pages/gallery.routes.ts';
import { sandboxStyleRoutes } from './pages/sandbox-style.ts';
import { sandboxRoutes } from './routes.ts';
import type { WalletSandbox } from './wallet/create-wallet-sandbox.ts';
import { openWallet } from './wallet/open-wallet.ts';

/** The folder of the migrations. */
export const sandboxMigrations: string = join(import.meta.dirname, 'migrations');

/** Stand-ins of the outside services for one server, with its development tools. */
export interface ServerSandbox extends Sandbox {
  /** The sandbox of Stripe; null until it is opened. */
  readonly cards: CardSandbox | null;
  /** The sandbox of PayPal; null until it is opened. */
  readonly wallet: WalletSandbox | null;
}

/** Creates the sandbox of one server. Nothing runs before the server opens a service. */
export function createSandbox(): ServerSandbox {
  let cards: CardSandbox | null = null;
  let wallet: WalletSandbox | null = null;
  let clock: MovableClock | null = null;
  return {
    access: sandboxRoutes,
    get cards() {
      return cards;
    },
    get wallet() {
      return wallet;
    },
    async openCards(parts) {
      const { sandbox, service } = await openCards(parts);
      cards = sandbox;
      return service;
    },
    async openWallet(parts) {
      const { sandbox, service } = await openWallet(parts);
      wallet = sandbox;
      return service;
    },
    openIdentities,
    openMail: createSandboxMail,
    openMarket: (now) => createSandboxMarket({ now }),
    openNews() {
      const provider = createSandboxNews();
      return { provider, routes: sandboxNewsRoutes(provider) };
    },
    openFeed,
    styleRoutes: sandboxStyleRoutes,
    development: {
      migrations: sandboxMigrations,
      createClock(source) {
        clock = createMovableClock(source);
        return clock;
      },
      restoreClock: async (db) => {
        if (clock !== null) await restoreClock(db, clock);
      },
      writeDemoData: (context) => seedOnce(context, seeds),
      routes: () => [
        sandboxAlertsRoutes,
        sandboxMailRoutes,
        galleryRoutes(),
        ...(clock === null
          ? []
          : [
              sandboxClockRoutes(
                clock,
                [cards, wallet].filter((service) => service !== null),
              ),
            ]),
      ],
      demoAccounts: {
        emails: Object.values(demoAccounts).map(({ email }) => email),
        password: demoPassword,
      },
    },
  };
}
