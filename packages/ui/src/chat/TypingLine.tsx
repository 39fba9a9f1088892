'use client';

import type { ChatPerson } from '@openbell/core/contract';
import type { ReactNode } from 'react';
import { useTexts } from '../primitives/texts.tsx';

/** 'X is typing...' or 'N users are typing...'. The line keeps its height when empty. */
export function TypingLine({ people }: { readonly people: readonly ChatPerson[] }): ReactNode {
  const text = useTexts();
  const [first] = people;
  return (
    <p className="ob-chat-typing" role="status" data-part="typing">
      {first === undefined
        ? ''
        : people.length === 1
          ? text('chat.typingOne', { name: first.first_name })
          : text('chat.typingMany', { count: people.length })}
    </p>
  );
}
