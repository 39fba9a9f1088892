import type { Clock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import type { MarketDataProvider } from './market.types.ts';
import { createPolygonMarket } from './polygon/index.ts';
import { createSandboxMarket } from './sandbox/index.ts';

/** The market data provider that the configuration names: Polygon.io with a key, else the simulated market. */
export function createMarket(config: Pick<Config, 'polygon'>, clock: Clock): MarketDataProvider {
  const now = () => clock.now();
  if (config.polygon === null) return createSandboxMarket({ now });
  return createPolygonMarket({ apiKey: config.polygon.apiKey, origin: config.polygon.restUrl, now });
}
