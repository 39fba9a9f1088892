'use client';

import { linkify } from '@openbell/core/chat';
import type { ReactNode } from 'react';
import { keyParts } from '../primitives/key-parts.ts';
import { SafeLink } from '../primitives/SafeLink.tsx';

/** The text of an alert, with links. Never rendered as HTML. */
export function AlertMessage({ message }: { readonly message: string }): ReactNode {
  return (
    <p className="ob-alert-message" dir="auto">
      {keyParts(linkify(message)).map(({ part, key }) =>
        part.href === null ? (
          part.text
        ) : (
          <SafeLink key={key} href={part.href}>
            {part.text}
          </SafeLink>
        ),
      )}
    </p>
  );
}
