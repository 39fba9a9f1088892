export { createTickerSearch, type TickerSearchOptions } from './create-ticker-search.ts';
export { maxWithExactMatch, orderTickers, searchDebounceMs } from './ticker-search.rules.ts';
export type { TickerSearch, TickerSearchState } from './ticker-search.types.ts';
