'use client';

import type { ChatThread } from '@openbell/core/chat';
import { useThreadSearch } from '@openbell/react-hooks';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from '../primitives/IconButton.tsx';
import { isComposing } from '../primitives/is-composing.ts';
import { PartBoundary } from '../primitives/PartBoundary.tsx';
import { Spinner } from '../primitives/Spinner.tsx';
import { useTexts } from '../primitives/texts.tsx';

export interface SearchBarProps {
  readonly thread: ChatThread;
  readonly onClose: () => void;
}

/** Search in a chat: counter, previous, next and close. Next goes to the next older match. */
export function SearchBar(props: SearchBarProps): ReactNode {
  return (
    <PartBoundary>
      <OpenSearchBar {...props} />
    </PartBoundary>
  );
}

function OpenSearchBar({ thread, onClose }: SearchBarProps): ReactNode {
  const text = useTexts();
  const search = useThreadSearch(thread);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => box.current?.focus(), []);
  const isBlank = search.query.trim() === '';
  return (
    <div className="ob-chat-search">
      <input
        ref={box}
        className="ob-chat-search-box"
        type="search"
        aria-label={text('chat.searchHint')}
        placeholder={text('chat.searchHint')}
        value={search.query}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => search.setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isComposing(event)) return;
          event.preventDefault();
          if (event.shiftKey) search.previous();
          else void search.next();
        }}
      />
      <span className="ob-chat-search-count" role="status">
        {isBlank
          ? ''
          : search.isLooking
            ? text('chat.searchLooking')
            : search.count === 0
              ? text('chat.searchNone')
              : text('chat.searchCount', { position: search.position, count: search.count })}
      </span>
      {search.isLooking ? <Spinner decorative /> : null}
      <IconButton
        size="small"
        label={text('chat.searchPrevious')}
        disabled={search.count === 0}
        onClick={search.previous}
      >
        <ChevronDown size={18} aria-hidden="true" />
      </IconButton>
      <IconButton
        size="small"
        label={text('chat.searchNext')}
        disabled={isBlank || search.isLooking}
        onClick={() => void search.next()}
      >
        <ChevronUp size={18} aria-hidden="true" />
      </IconButton>
      <IconButton size="small" label={text('chat.searchClose')} onClick={onClose}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
