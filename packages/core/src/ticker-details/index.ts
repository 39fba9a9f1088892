export { createTickerDetails, type TickerDetailsOptions } from './create-ticker-details.ts';
export { addressLine, defaultTicker, isTicker } from './ticker-details.rules.ts';
export type { TickerDetailsError, TickerDetailsLoader, TickerDetailsState } from './ticker-details.types.ts';
