import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { ServerContext } from '../context.ts';
import type { Db } from '../db/database.ts';
import type { Logger } from '../log.ts';
import { createPolygonMarket } from './market/polygon/index.ts';
import { createSandboxMarket } from './market/sandbox/index.ts';
import type { SandboxNewsProvider } from './news/news-provider.ts';
import { createSandboxNews } from './news/sandbox-news.ts';

export interface ProviderParts {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
}

type Providers = Pick<ServerContext, 'cards' | 'market' | 'news'> & {
  readonly sandboxNews: SandboxNewsProvider | null;
};

/** Chooses, for each outside service, the real provider that the configuration names, or else its stand-in. */
export function openProviders({ config, clock }: ProviderParts): Providers {
  const sandboxNews = createSandboxNews();
  return {
    cards: undefined as never,
    market:
      config.polygon === null
        ? createSandboxMarket({ now: () => clock.now() })
        : createPolygonMarket({ ...config.polygon, now: () => clock.now() }),
    news: sandboxNews,
    sandboxNews,
  };
}
