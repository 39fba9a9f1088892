'use client';

import { type ReactNode, useId, useState } from 'react';
import { useTexts } from '../../primitives/texts.tsx';
import { wrapText } from '../../primitives/wrap-text.tsx';

/** A text with more lines or characters than these is folded. */
const MOST_LINES = 20;
const MOST_CHARACTERS = 1200;

/** Whether a message's text is folded at first. */
export function isLongText(text: string): boolean {
  return text.length > MOST_CHARACTERS || text.split('\n', MOST_LINES + 1).length > MOST_LINES;
}

/** The first lines of a long text, with 'Show more'. */
export function FoldedText({ children }: { readonly children: ReactNode }): ReactNode {
  const text = useTexts();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div id={id} className="ob-message-fold" data-open={isOpen || undefined}>
        {wrapText(children)}
      </div>
      <button
        type="button"
        className="ob-message-more"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {text(isOpen ? 'chat.showLess' : 'chat.showMore')}
      </button>
    </>
  );
}
