'use client';

import { type GalleryItem, messageForm } from '@openbell/core/chat';
import type { Message } from '@openbell/core/contract';
import { type ReactNode, useMemo } from 'react';
import { safeHref } from '../../primitives/safe-href.ts';
import { useTexts } from '../../primitives/texts.tsx';
import { AudioPlayer } from './AudioPlayer.tsx';
import { DocumentRow } from './DocumentRow.tsx';
import { MediaGrid } from './MediaGrid.tsx';

export interface MessageMediaProps {
  readonly message: Message;
  /** Opens the zoom modal at one of the message's images. */
  readonly onZoom: (messageId: number, index: number) => void;
  readonly onDownload: (messageId: number, index: number) => Promise<boolean>;
  /** Called when a file fails to load, which happens when its URL has expired. */
  readonly onRenew: (messageId: number) => void;
}

/** Maximum number of tiles in a message. */
export const mostTiles = 4;

/** The files of a message. Images and videos reserve their space before they load. */
export function MessageMedia({ message, onZoom, onDownload, onRenew }: MessageMediaProps): ReactNode {
  const text = useTexts();
  // A file without a URL is only named.
  const form = message.media.some(({ file }) => file === '') ? 'document' : messageForm(message);
  const { id, media, created_at, sender } = message;
  const items = useMemo(
    () =>
      media.map(
        (file, index): GalleryItem => ({
          messageId: id,
          index,
          kind: 'image',
          media: file,
          sender: sender.first_name,
          created_at,
        }),
      ),
    [id, media, sender.first_name, created_at],
  );
  if (media.length === 0) return null;
  if (form === 'image' || form === 'images') {
    return (
      <div className="ob-message-media">
        <MediaGrid
          items={items}
          most={mostTiles}
          onOpen={(index) => onZoom(id, index)}
          onFailed={() => onRenew(id)}
        />
      </div>
    );
  }
  return (
    <div className="ob-message-media">
      {media.map((file, index) => {
        const href = safeHref(file.file);
        if (href !== null && form === 'video') {
          return (
            <video
              key={file.file}
              className="ob-message-video"
              src={href}
              controls
              playsInline
              preload="metadata"
              aria-label={file.name || text('chat.video')}
              style={{ aspectRatio: `${file.width ?? 16} / ${file.height ?? 9}` }}
              onError={() => onRenew(id)}
            >
              <track kind="captions" />
            </video>
          );
        }
        if (href !== null && form === 'audio') {
          return (
            <AudioPlayer
              key={file.file}
              src={href}
              label={file.name || text('chat.voice')}
              messageId={id}
              index={index}
              onError={() => onRenew(id)}
            />
          );
        }
        return (
          <DocumentRow
            key={file.file || `at-${index}`}
            media={file}
            onDownload={() => onDownload(id, index)}
          />
        );
      })}
    </div>
  );
}
