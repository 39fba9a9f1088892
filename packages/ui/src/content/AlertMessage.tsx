'use client';

import { linkify } from '@openbell/core/chat';
import type { ReactNode } from 'react';
import { keyParts } from '../primitives/key-parts.ts';
import { SafeLink } from '../primitives/SafeLink.tsx';

/** The text of an alert, with links. Never rendered as HTML. */
export function AlertMessage({ message }: { readonly message: string }): ReactNode {
  const parts = linkify(message);
  if (parts.every(({ href }) => href === null))
    return (
      <p className="ob-alert-message" dir="auto">
        {message}
      </p>
    );
  return (
    <p className="ob-alert-message" dir="auto">
      {keyParts(parts).map(({ part, key }) =>
        part.href === null ? (
          <span key={key}>{part.text}</span>
        ) : (
          <SafeLink key={key} href={part.href}>
            {part.text}
          </SafeLink>
        ),
      )}
    </p>
  );
}
