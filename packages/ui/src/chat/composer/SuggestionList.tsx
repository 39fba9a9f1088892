'use client';

import { useBeforePaint } from '@openbell/react-hooks';
import { type ReactNode, useRef } from 'react';

/** One suggestion for the word at the caret. */
export interface Suggestion {
  readonly key: string;
  readonly content: ReactNode;
}

export interface SuggestionListProps {
  readonly id: string;
  readonly label: string;
  readonly suggestions: readonly Suggestion[];
  /** Index of the option that Enter selects. */
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
}

/** Suggestions for the word at the caret. The text box keeps the focus and moves the selection. */
export function SuggestionList(props: SuggestionListProps): ReactNode {
  const { id, label, suggestions, chosen, onChoose } = props;
  const option = useRef<HTMLDivElement>(null);
  const chosenKey = suggestions[chosen]?.key;
  useBeforePaint(() => {
    if (chosenKey !== undefined) option.current?.scrollIntoView?.({ block: 'nearest' });
  }, [chosenKey]);
  return (
    <div className="ob-popup ob-suggestions" role="listbox" id={id} aria-label={label}>
      {suggestions.map(({ key, content }, index) => (
        <div
          key={key}
          ref={index === chosen ? option : undefined}
          id={suggestionId(id, key)}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          className="ob-suggestion"
          // Keeps the focus in the text box. A press does not choose yet: it may begin to scroll the list.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(index)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onChoose(index);
          }}
        >
          {content}
        </div>
      ))}
    </div>
  );
}

/** The id of an option in the list `listId`. */
export function suggestionId(listId: string, key: string | undefined): string {
  return `${listId}-${key}`;
}
