'use client';

import { type GalleryItem, messageForm } from '@openbell/core/chat';
import type { Message } from '@openbell/core/contract';
import { type ReactNode, useMemo } from 'react';
import { safeHref } from '../../primitives/safe-href.ts';
import { useTexts } from '../../primitives/texts.tsx';
import { AudioPlayer } from './AudioPlayer.tsx';
import { DocumentRow } from './DocumentRow.tsx';
import { MediaGrid } from './MediaGrid.tsx';
import { useKeptUrl } from './use-kept-url.ts';

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
        if (safeHref(file.file) !== null && (form === 'video' || form === 'audio')) {
          return (
            <Playable
              key={`at-${String(index)}`}
              form={form}
              file={file}
              messageId={id}
              index={index}
              onRenew={onRenew}
            />
          );
        }
        return (
          // A failed download renews the URL: the row must stay to show the failure.
          <DocumentRow key={`at-${String(index)}`} media={file} onDownload={() => onDownload(id, index)} />
        );
      })}
    </div>
  );
}

interface PlayableProps extends Pick<MessageMediaProps, 'onRenew'> {
  readonly form: 'video' | 'audio';
  readonly file: Message['media'][number];
  readonly messageId: number;
  readonly index: number;
}

/** A video or a sound. */
function Playable({ form, file, messageId, index, onRenew }: PlayableProps): ReactNode {
  const text = useTexts();
  const { used, onError } = useKeptUrl(file.file, () => onRenew(messageId));
  const href = safeHref(used);
  if (href === null) return null;
  if (form === 'audio') {
    const label = file.name || text('chat.voice');
    return <AudioPlayer key={used} src={href} {...{ label, messageId, index, onError }} />;
  }
  return (
    <video
      key={used}
      className="ob-message-video"
      src={href}
      controls
      playsInline
      preload="metadata"
      aria-label={file.name || text('chat.video')}
      style={{ aspectRatio: `${file.width ?? 16} / ${file.height ?? 9}` }}
      onError={onError}
    >
      <track kind="captions" />
    </video>
  );
}
