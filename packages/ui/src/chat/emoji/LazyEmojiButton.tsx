'use client';

import { type ReactNode, useState } from 'react';
import { IconButton } from '../../primitives/IconButton.tsx';
import { lazyPart, useLazyPart } from '../../primitives/lazy-part.ts';
import type { EmojiButtonProps } from './EmojiButton.tsx';

const emojiButton = lazyPart(() => import('./EmojiButton.tsx'));

/** The button that opens the emoji picker, whose code is loaded when the button is pressed. */
export function LazyEmojiButton({
  onFailed,
  ...props
}: EmojiButtonProps & {
  /** Called when the picker's code does not load. */
  readonly onFailed: () => void;
}): ReactNode {
  const [isWanted, setWanted] = useState(false);
  const part = useLazyPart(emojiButton, isWanted, () => {
    setWanted(false);
    onFailed();
  });
  if (isWanted && part !== null) return <part.EmojiButton {...props} />;
  return (
    <IconButton
      label={props.label}
      className={props.className}
      aria-haspopup="dialog"
      aria-busy={isWanted || undefined}
      onClick={() => setWanted(true)}
    >
      {props.icon}
    </IconButton>
  );
}
