'use client';

import type { ReactNode } from 'react';
import { SafeLink } from '../primitives/SafeLink.tsx';
import { linkify } from './linkify.ts';

/** A person's words: text alone, in their own direction, with addresses that can be followed. */
export function MessageText({ text }: { readonly text: string }): ReactNode {
  let place = 0;
  return (
    <p className="ob-message-text" dir="auto">
      {linkify(text).map((part) => {
        const key = place;
        place += part.text.length;
        return part.href === null ? (
          part.text
        ) : (
          <SafeLink key={key} href={part.href}>
            {part.text}
          </SafeLink>
        );
      })}
    </p>
  );
}
