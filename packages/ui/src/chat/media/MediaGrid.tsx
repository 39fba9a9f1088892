'use client';

import type { GalleryItem } from '@openbell/core/chat';
import { Play } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { safeHref } from '../../primitives/safe-href.ts';
import { useTexts } from '../../primitives/texts.tsx';
import { useKeptUrl } from './use-kept-url.ts';

export interface MediaGridProps {
  readonly items: readonly GalleryItem[];
  /** Maximum number of tiles; the last one shows how many more there are. */
  readonly most: number;
  readonly onOpen: (index: number) => void;
  /** Called when an image fails to load. */
  readonly onFailed?: ((item: GalleryItem) => void) | undefined;
}

/** Images and videos as tiles that open the zoom modal. */
export function MediaGrid({ items, most, onOpen, onFailed }: MediaGridProps): ReactNode {
  const text = useTexts();
  const shown = items.slice(0, most);
  const more = items.length - shown.length;
  return (
    <ul className="ob-media-grid" data-count={shown.length}>
      {shown.map((item, index) => {
        const name = item.media.name || text(item.kind === 'video' ? 'chat.video' : 'chat.photo');
        const isLast = more > 0 && index === shown.length - 1;
        const hint = text('chat.mediaMore', { count: more });
        return (
          <li key={`${item.messageId}-${item.index}`}>
            <button
              type="button"
              className="ob-media-tile"
              style={shown.length === 1 ? ratioOf(item) : undefined}
              aria-label={`${text('chat.zoom', { file: name })}${isLast ? `, ${hint}` : ''}`}
              onClick={() => onOpen(index)}
            >
              <TilePicture item={item} onFailed={() => onFailed?.(item)} />
              {item.kind === 'video' ? (
                <span className="ob-media-play">
                  <Play size={20} aria-hidden="true" />
                </span>
              ) : null}
              {isLast ? <span className="ob-media-more">{hint}</span> : null}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Reserves the height of a single image before it loads, to avoid layout shifts. */
function ratioOf({ media: { width, height } }: GalleryItem): CSSProperties {
  const [w, h] = [width ?? 4, height ?? 3];
  return { aspectRatio: `${Math.max(w, h * 0.6)} / ${Math.max(h, w * 0.4)}`, width: Math.max(96, w) };
}

function TilePicture({
  item: { kind, media },
  onFailed,
}: {
  readonly item: GalleryItem;
  readonly onFailed: () => void;
}): ReactNode {
  const { used, hasFailed, onError } = useKeptUrl(media.file, onFailed);
  const href = safeHref(used);
  if (href === null || hasFailed) return <span className="ob-media-broken" />;
  if (kind === 'video')
    return <video src={href} muted playsInline preload="metadata" tabIndex={-1} onError={onError} />;
  return <img src={href} alt="" loading="lazy" decoding="async" draggable={false} onError={onError} />;
}
