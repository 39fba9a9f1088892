'use client';

import { linkify, splitMatches } from '@openbell/core/chat';
import type { ReactNode } from 'react';
import { SafeLink } from '../primitives/SafeLink.tsx';

/** Props of {@link MessageText}. */
export interface MessageTextProps {
  readonly text: string;
  /** What is searched for: it is marked. */
  readonly query?: string | undefined;
}

/** Marks on one letter beyond what a script needs: they can reach into other messages. */
const heap = /\p{M}{3}/u;

/** A person's words: text alone, in their own direction, with addresses that can be followed. */
export function MessageText({ text, query = '' }: MessageTextProps): ReactNode {
  const parts = linkify(text);
  // Nearly all of what people write: one text, without an element more.
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

/** Text nodes between marks: what somebody wrote never becomes markup. */
function Marked({ text, query }: { readonly text: string; readonly query: string }): ReactNode {
  let place = 0;
  return splitMatches(text, query).map((part) => {
    const key = place;
    place += part.text.length;
    return part.isMatch ? <mark key={key}>{part.text}</mark> : part.text;
  });
}
