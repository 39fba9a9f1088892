'use client';

import { linkify, splitMatches } from '@openbell/core/chat';
import type { ReactNode } from 'react';
import { keyParts } from '../../primitives/key-parts.ts';
import { SafeLink } from '../../primitives/SafeLink.tsx';
import { FoldedText, isLongText } from './FoldedText.tsx';

export interface MessageTextProps {
  readonly text: string;
  /** The search query, highlighted in the text. */
  readonly query?: string | undefined;
}

/** Three or more combining marks on one letter: no script needs them, and they overlap other messages. */
const stackedMarks = /\p{M}{3}/u;

/** A message's text in its own direction, with links; a long one folded, except during a search. Never rendered as HTML. */
export function MessageText(props: MessageTextProps): ReactNode {
  const isSearched = (props.query ?? '').trim() !== '';
  if (isSearched || !isLongText(props.text)) return <WholeText {...props} />;
  return (
    <FoldedText>
      <WholeText {...props} />
    </FoldedText>
  );
}

function WholeText({ text, query = '' }: MessageTextProps): ReactNode {
  const parts = linkify(text);
  // Most messages are a single plain text: render no extra elements.
  if (parts.length === 1 && parts[0]?.href === null && query.trim() === '')
    return (
      <p className="ob-message-text" dir="auto" data-stacked={stackedMarks.test(text) || undefined}>
        {text}
      </p>
    );
  return (
    <p className="ob-message-text" dir="auto" data-stacked={stackedMarks.test(text) || undefined}>
      {keyParts(parts).map(({ part, key }) =>
        part.href === null ? (
          <Words key={key} text={part.text} query={query} />
        ) : (
          <SafeLink key={key} href={part.href}>
            <Words text={part.text} query={query} />
          </SafeLink>
        ),
      )}
    </p>
  );
}

/** Highlights the query. All parts are text nodes, so message text never becomes markup. */
function Words({ text, query }: { readonly text: string; readonly query: string }): ReactNode {
  if (query.trim() === '') return <span>{text}</span>;
  return keyParts(splitMatches(text, query)).map(({ part, key }) =>
    part.isMatch ? <mark key={key}>{part.text}</mark> : <span key={key}>{part.text}</span>,
  );
}
