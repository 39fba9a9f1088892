'use client';

import type { TickerSearch as Search } from '@openbell/core/ticker-search';
import { useTickerSearch } from '@openbell/react-hooks';
import { SearchIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { LazyCombobox } from '../../primitives/LazyCombobox.tsx';
import { useTexts } from '../../primitives/texts.tsx';

export interface TickerSearchProps {
  /** Called with the chosen ticker (`AAPL`). */
  onChoose: (ticker: string) => void;
  /** Default: the provider's search. */
  search?: Search | undefined;
}

/** A text box that suggests tickers while the user types. */
export function TickerSearch({ onChoose, search: instance }: TickerSearchProps): ReactNode {
  const text = useTexts();
  const search = useTickerSearch(instance);
  const isBusy = search.status === 'searching';
  const isSettled = search.status === 'found' || search.status === 'failed';

  function emptyText(): string {
    if (search.query.trim() === '') return text('market.search.type');
    if (search.status === 'failed') return text('market.search.failed');
    return search.status === 'found' ? text('market.search.none') : text('market.search.searching');
  }

  return (
    <LazyCombobox
      className="ob-ticker-search"
      label={text('market.search.label')}
      labelHidden
      placeholder={text('market.search.placeholder')}
      start={<SearchIcon className="ob-ticker-search-icon" size={16} aria-hidden="true" />}
      query={search.query}
      onQueryChange={search.type}
      onSubmit={search.search}
      options={isSettled || search.query.trim() !== '' ? search.options : []}
      busy={isBusy}
      emptyText={emptyText()}
      onChoose={(option) => {
        search.clear();
        onChoose(option.value);
      }}
    />
  );
}
