export { createPolygonMarket, type PolygonMarketOptions } from './polygon-market.ts';
