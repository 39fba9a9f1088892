'use client';

import { linkify, splitMatches } from '@openbell/core/chat';
import type { ReactNode } from 'react';
import { SafeLink } from '../primitives/SafeLink.tsx';

/** Props of {@link MessageText}. */
export interface MessageTextProps {
  readonly text: string;
  /** The search query, highlighted in the text. */
  readonly query?: string | undefined;
}

/** Three or more combining marks on one letter, which no script needs and which overlap other messages. */
const heap = /\p{M}{3}/u;

/** A message's text in its own direction, with links. Never rendered as HTML. */
export function MessageText({ text, query = '' }: MessageTextProps): ReactNode {
  const parts = linkify(text);
  // Most messages are a single plain text: render no extra elements.
  if (parts.length === 1 && parts[0]?.href === null && query.trim() === '')
    return (
      <p className="ob-message-text" dir="auto" data-heaped={heap.test(text) || undefined}>
        {text}
      </p>
    );
  let place = 0;
  return (
    <p className="ob-message-text" dir="auto" data-heaped={heap.test(text) || undefined}>
      {parts.map((part) => {
        const key = place;
        place += part.text.length;
        const words = query.trim() === '' ? part.text : <Marked key={key} text={part.text} query={query} />;
        return part.href === null ? (
          words
        ) : (
          <SafeLink key={key} href={part.href}>
            {words}
          </SafeLink>
        );
      })}
    </p>
  );
}

/** Highlights the query. All parts are text nodes, so message text never becomes markup. */
function Marked({ text, query }: { readonly text: string; readonly query: string }): ReactNode {
  let place = 0;
  return splitMatches(text, query).map((part) => {
    const key = place;
    place += part.text.length;
    return part.isMatch ? <mark key={key}>{part.text}</mark> : part.text;
  });
}
