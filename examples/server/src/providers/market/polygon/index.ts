export { createPolygonMarket } from './polygon-market.ts';
