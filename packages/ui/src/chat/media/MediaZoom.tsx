'use client';

import { fileExtension, formatFileSize, formatTooltip, type GalleryItem } from '@openbell/core/chat';
import { useBeforePaint } from '@openbell/react-hooks';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Dialog } from '../../primitives/Dialog.tsx';
import { IconButton } from '../../primitives/IconButton.tsx';
import { pathOf } from '../../primitives/path-of.ts';
import { safeHref } from '../../primitives/safe-href.ts';
import { useTexts } from '../../primitives/texts.tsx';
import { personName } from '../texts/person-name.ts';
import { useKeptUrl } from './use-kept-url.ts';
import { usePictureGestures } from './use-picture-gestures.ts';

export interface MediaZoomProps {
  readonly items: readonly GalleryItem[];
  /** Index of the shown item; null when closed. */
  readonly index: number | null;
  readonly onIndex: (index: number) => void;
  readonly onClose: () => void;
  /** Called when a file fails to load, which happens when its URL has expired. */
  readonly onRenew: (messageId: number) => void;
}

/** An image or video in full size. Arrow keys, buttons and swipes go to the neighbors; pinching zooms. */
export function MediaZoom({ items, index, onIndex, onClose, onRenew }: MediaZoomProps): ReactNode {
  const text = useTexts();
  const item = index === null ? undefined : items[index];
  const count = items.length;
  const step = (by: number): void => {
    if (index !== null && count > 1) onIndex((index + by + count) % count);
  };
  const stage = useRef<HTMLDivElement>(null);
  /** Steps by arrow key or swipe: the next item is on the left where the page runs from right to left. */
  const stepRight = (by: number): void => step(stage.current?.matches(':dir(rtl)') === true ? -by : by);
  const latest = useRef(stepRight);
  useBeforePaint(() => {
    latest.current = stepRight;
  });
  const isOpen = item !== undefined;
  useEffect(() => {
    if (!isOpen) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      // The arrow keys belong to the video's controls while they have the focus.
      if (event.target instanceof HTMLMediaElement) return;
      if (event.key === 'ArrowRight') latest.current(1);
      if (event.key === 'ArrowLeft') latest.current(-1);
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [isOpen]);
  if (item === undefined) return null;
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      className="ob-zoom"
      title={personName(text, { first_name: item.sender })}
      description={factsOf(item)}
    >
      <div ref={stage} className="ob-zoom-stage">
        <Picture
          key={`${item.messageId}-${item.index} ${pathOf(item.media.file)}`}
          item={item}
          onSwipe={stepRight}
          onExpired={() => onRenew(item.messageId)}
        />
      </div>
      {count > 1 ? (
        <div className="ob-zoom-steps">
          <IconButton label={text('chat.zoomPrevious')} onClick={() => step(-1)}>
            <ChevronLeft className="ob-directional" size={20} aria-hidden="true" />
          </IconButton>
          <span role="status">{text('chat.zoomPlace', { position: (index ?? 0) + 1, count })}</span>
          <IconButton label={text('chat.zoomNext')} onClick={() => step(1)}>
            <ChevronRight className="ob-directional" size={20} aria-hidden="true" />
          </IconButton>
        </div>
      ) : null}
    </Dialog>
  );
}

function Picture({
  item: { kind, media },
  onSwipe,
  onExpired,
}: {
  readonly item: GalleryItem;
  readonly onSwipe: (by: number) => void;
  readonly onExpired: () => void;
}): ReactNode {
  const text = useTexts();
  const { view, stageRef, handlers } = usePictureGestures(onSwipe);
  const { used, onError } = useKeptUrl(media.file, onExpired);
  const href = safeHref(used);
  if (href === null) return null;
  if (kind === 'video') {
    return (
      <video
        src={href}
        controls
        autoPlay
        playsInline
        aria-label={media.name || text('chat.video')}
        onError={onError}
      >
        <track kind="captions" />
      </video>
    );
  }
  return (
    <button
      ref={stageRef}
      type="button"
      className="ob-zoom-picture"
      data-zoomed={view.scale > 1 || undefined}
      aria-pressed={view.scale > 1}
      aria-label={media.name || text('chat.photo')}
      {...handlers}
    >
      <img
        src={href}
        alt=""
        draggable={false}
        onError={onError}
        style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
      />
    </button>
  );
}

/** The time of sending, type and size of an item. */
function factsOf({ created_at, media }: GalleryItem): string {
  // A no-break space keeps the number and its unit together.
  const size = formatFileSize(media.size).replace(' ', '\u00a0');
  return [formatTooltip(created_at), fileExtension(media.name), size].filter(Boolean).join(' · ');
}
