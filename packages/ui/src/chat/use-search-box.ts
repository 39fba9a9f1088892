'use client';

import type { useThreadSearch } from '@openbell/react-hooks';
import { type KeyboardEvent, useState } from 'react';
import { pressedKey } from '../primitives/pressed-key.ts';

interface SearchBox {
  readonly isSearching: boolean;
  toggleSearch(): void;
  closeSearch(): void;
  /** While the search is open, the browser's own search gets the keys. */
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
}

/** Opens and closes the search of a chat, by its button and by Ctrl+F and Escape. */
export function useSearchBox(search: ReturnType<typeof useThreadSearch>, onClosed: () => void): SearchBox {
  const [isSearching, setSearching] = useState(false);

  function closeSearch(): void {
    setSearching(false);
    search.close();
    onClosed();
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    // Events of a dialog or menu bubble through React, although it is elsewhere in the document.
    if (!event.currentTarget.contains(event.target as Node)) return;
    if (pressedKey(event) === 'f' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey) {
      if (isSearching) return;
      event.preventDefault();
      setSearching(true);
    } else if (event.key === 'Escape' && isSearching && !event.defaultPrevented) closeSearch();
  }

  const toggleSearch = (): void => (isSearching ? closeSearch() : setSearching(true));
  return { isSearching, toggleSearch, closeSearch, onKeyDown };
}
