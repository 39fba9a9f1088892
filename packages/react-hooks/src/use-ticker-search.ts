'use client';

import { useStore } from '@nanostores/react';
import type { TickerSearch, TickerSearchState } from '@openbell/core/ticker-search';
import { useEffect } from 'react';
import { useFeature } from './openbell-provider.tsx';

export interface TickerSearchBinding extends TickerSearchState, Pick<TickerSearch, 'type' | 'search'> {
  /** Empties the search, as after a choice. */
  readonly clear: () => void;
}

/** Search for a ticker while it is typed; emptied when the component goes. */
export function useTickerSearch(instance?: TickerSearch): TickerSearchBinding {
  const search = useFeature(instance, (openbell) => openbell.tickerSearch);
  const state = useStore(search.$state);
  useEffect(() => () => search.destroy(), [search]);
  return { ...state, type: search.type, search: search.search, clear: search.destroy };
}
