'use client';

import { pickableFiles, pickableMedia } from '@openbell/core/chat';
import type { Emoji } from '@openbell/core/chat/emoji';
import { Image, Paperclip, Smile } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { IconButton } from '../../primitives/IconButton.tsx';
import { useTexts } from '../../primitives/texts.tsx';
import { LazyEmojiButton } from '../emoji/LazyEmojiButton.tsx';
import { useEmojiTexts } from '../emoji/use-emoji-texts.ts';

interface ComposerToolsProps {
  readonly isHidden: boolean;
  readonly emoji: Emoji | undefined;
  /** Gets the focus when the emoji picker closes. */
  readonly box: RefObject<HTMLTextAreaElement | null>;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onEmoji: (emoji: string) => void;
  readonly onEmojiFailed: () => void;
}

/** The buttons for files, media and emoji beside the text box. */
export function ComposerTools(props: ComposerToolsProps): ReactNode {
  const { isHidden, emoji, box, onFiles, onEmoji, onEmojiFailed } = props;
  const text = useTexts();
  const emojiText = useEmojiTexts();
  return (
    <div className="ob-composer-tools" hidden={isHidden}>
      <FilePicker label={text('chat.attachFiles')} accept={pickableFiles} onFiles={onFiles}>
        <Paperclip size={18} aria-hidden="true" />
      </FilePicker>
      <FilePicker label={text('chat.attachMedia')} accept={pickableMedia} onFiles={onFiles}>
        <Image size={18} aria-hidden="true" />
      </FilePicker>
      {emoji === undefined ? null : (
        <LazyEmojiButton
          emoji={emoji}
          label={emojiText('emoji.title')}
          icon={<Smile size={18} aria-hidden="true" />}
          finalFocus={box}
          onChoose={onEmoji}
          onFailed={onEmojiFailed}
        />
      )}
    </div>
  );
}

function FilePicker({
  label,
  accept,
  onFiles,
  children,
}: {
  readonly label: string;
  readonly accept: string;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
}): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={label} onClick={() => input.current?.click()}>
        {children}
      </IconButton>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // Lets the user choose the same file again after removing it.
          event.target.value = '';
        }}
      />
    </>
  );
}
