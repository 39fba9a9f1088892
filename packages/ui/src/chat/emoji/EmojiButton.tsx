'use client';

import { Popover } from '@base-ui/react/popover';
import type { Emoji } from '@openbell/core/chat/emoji';
import { useEmoji } from '@openbell/react-hooks';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { IconButton } from '../../primitives/IconButton.tsx';
import { usePortalContainer } from '../../primitives/portal-container.tsx';
import { Spinner } from '../../primitives/Spinner.tsx';
import { ErrorState } from '../../primitives/States.tsx';
import { EmojiPicker } from './EmojiPicker.tsx';
import { useEmojiTexts } from './use-emoji-texts.ts';

export interface EmojiButtonProps {
  readonly emoji: Emoji;
  readonly label: string;
  readonly icon: ReactNode;
  readonly onChoose: (emoji: string) => void;
  /** The element that gets the focus when the picker closes. Default: the button. */
  readonly finalFocus?: RefObject<HTMLElement | null> | undefined;
  readonly className?: string | undefined;
}

/** A button with the emoji picker. The picker starts open: the first click on the button loads this file. */
export function EmojiButton(props: EmojiButtonProps): ReactNode {
  const { emoji, label, icon, onChoose, finalFocus, className } = props;
  const text = useEmojiTexts();
  const portal = usePortalContainer();
  const [isOpen, setOpen] = useState(true);
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Popover.Root open={isOpen} onOpenChange={(next) => setOpen(next)}>
      <Popover.Trigger
        render={
          <IconButton label={label} className={className}>
            {icon}
          </IconButton>
        }
      />
      <Popover.Portal {...portal}>
        <Popover.Positioner
          className="ob-positioner"
          side="top"
          align="start"
          sideOffset={6}
          collisionPadding={8}
        >
          <Popover.Popup
            ref={popup}
            className="ob-popup ob-emoji"
            aria-label={text('emoji.title')}
            initialFocus={popup}
            {...(finalFocus === undefined ? {} : { finalFocus })}
          >
            <LoadedPicker
              emoji={emoji}
              onChoose={(chosen) => {
                emoji.addRecent(chosen);
                setOpen(false);
                onChoose(chosen);
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function LoadedPicker({ emoji, onChoose }: Pick<EmojiButtonProps, 'emoji' | 'onChoose'>): ReactNode {
  const text = useEmojiTexts();
  const { status, list, load } = useEmoji(emoji);
  useEffect(() => void load(), [load]);
  if (list !== null) return <EmojiPicker emoji={emoji} list={list} onChoose={onChoose} />;
  return (
    <div className="ob-emoji-state">
      {status === 'failed' ? (
        <ErrorState title={text('emoji.failed')} onRetry={() => void load()} />
      ) : (
        <Spinner />
      )}
    </div>
  );
}
