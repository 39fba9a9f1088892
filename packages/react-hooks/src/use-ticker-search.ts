'use client';

import { useStore } from '@nanostores/react';
import type { TickerSearch, TickerSearchState } from '@openbell/core/ticker-search';
import { useEffect } from 'react';
import { useFeature } from './openbell-provider.tsx';

export interface TickerSearchBinding extends TickerSearchState, Pick<TickerSearch, 'type' | 'search'> {
  /** Clears the search, for example after a selection. */
  readonly clear: () => void;
}

/** Returns a ticker search that runs while the user types. Cleared on unmount. */
export function useTickerSearch(instance?: TickerSearch): TickerSearchBinding {
  const search = useFeature(instance, (openbell) => openbell.tickerSearch);
  const state = useStore(search.$state);
  useEffect(() => () => search.destroy(), [search]);
  return { ...state, type: search.type, search: search.search, clear: search.destroy };
}
