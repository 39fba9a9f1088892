'use client';

import { quickReactions } from '@openbell/core/chat';
import type { Emoji } from '@openbell/core/chat/emoji';
import { Plus } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTexts } from '../../primitives/texts.tsx';
import { LazyEmojiButton } from '../emoji/LazyEmojiButton.tsx';
import { useEmojiTexts } from '../emoji/use-emoji-texts.ts';

export interface QuickReactionsProps {
  readonly onChoose: (emoji: string) => void;
  readonly onClose: () => void;
  /** For a button that offers all emoji. */
  readonly emoji?: Emoji | undefined;
  /** Called when the picker's code does not load. */
  readonly onFailed: () => void;
}

/** The five quick reactions, each labeled by its emoji, and a button for all others. */
export function QuickReactions({ onChoose, onClose, emoji, onFailed }: QuickReactionsProps): ReactNode {
  const text = useTexts();
  const emojiText = useEmojiTexts();
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <fieldset
      className="ob-quick-reactions"
      aria-label={text('chat.react')}
      onKeyDown={(event) => {
        // Keys of the picker bubble through React, although it is elsewhere in the document.
        if (event.key !== 'Escape' || !event.currentTarget.contains(event.target as Node)) return;
        event.stopPropagation();
        onClose();
      }}
    >
      {quickReactions.map((one, index) => (
        <button
          key={one}
          ref={index === 0 ? first : undefined}
          type="button"
          className="ob-quick-reaction"
          onClick={() => onChoose(one)}
        >
          {one}
        </button>
      ))}
      {emoji === undefined ? null : (
        <LazyEmojiButton
          emoji={emoji}
          label={emojiText('emoji.more')}
          icon={<Plus size={16} aria-hidden="true" />}
          className="ob-quick-reaction"
          onChoose={onChoose}
          onFailed={onFailed}
        />
      )}
    </fieldset>
  );
}
