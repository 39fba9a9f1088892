'use client';

import { quickReactions } from '@openbell/core/chat';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTexts } from '../primitives/texts.tsx';

/** Props of {@link QuickReactions}. */
export interface QuickReactionsProps {
  readonly onChoose: (emoji: string) => void;
  readonly onClose: () => void;
}

/** The five quick reactions, each labeled by its emoji. */
export function QuickReactions({ onChoose, onClose }: QuickReactionsProps): ReactNode {
  const text = useTexts();
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <fieldset
      className="ob-quick-reactions"
      aria-label={text('chat.react')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      {quickReactions.map((emoji, index) => (
        <button
          key={emoji}
          ref={index === 0 ? first : undefined}
          type="button"
          className="ob-quick-reaction"
          onClick={() => onChoose(emoji)}
        >
          {emoji}
        </button>
      ))}
    </fieldset>
  );
}
