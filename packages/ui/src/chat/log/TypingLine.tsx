'use client';

import type { Texts } from '@openbell/core/catalogue';
import type { ChatPerson } from '@openbell/core/contract';
import type { ReactNode } from 'react';
import { useTexts } from '../../primitives/texts.tsx';
import { personName } from '../texts/person-name.ts';

/**
 * 'X is typing...' or 'N users are typing...'. The line keeps its height when empty, and is not a live region: `ChatView`
 * announces it together with new messages.
 */
export function TypingLine({ people }: { readonly people: readonly ChatPerson[] }): ReactNode {
  const text = useTexts();
  return (
    <p className="ob-chat-typing" data-part="typing">
      {typingText(people, text)}
    </p>
  );
}

/** The text of the typing line; empty when nobody is typing. */
export function typingText([first, ...others]: readonly ChatPerson[], text: Texts): string {
  if (first === undefined) return '';
  return others.length === 0
    ? text('chat.typingOne', { name: personName(text, first) })
    : text('chat.typingMany', { count: others.length + 1 });
}
