'use client';

import type { Texts } from '@openbell/core/catalogue';
import {
  fileExtension,
  fileMessageType,
  formatFileSize,
  formatMessageTime,
  type PendingFile,
  type PendingMessage,
} from '@openbell/core/chat';
import { useObjectUrl } from '@openbell/react-hooks';
import { AudioLines, Clock, FileText, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../primitives/Button.tsx';
import { IconButton } from '../../primitives/IconButton.tsx';
import { RetryCountdown } from '../../primitives/RetryCountdown.tsx';
import { useTexts } from '../../primitives/texts.tsx';
import { mostTiles } from '../media/MessageMedia.tsx';
import { quoteName, quoteText } from '../texts/quote-text.ts';
import { MessageText } from './MessageText.tsx';

export interface PendingRowProps {
  readonly item: PendingMessage;
  readonly viewerId: number;
  readonly startsGroup: boolean;
  readonly actions: {
    readonly onRetry: (clientId: string) => void;
    readonly onDiscard: (clientId: string) => void;
    readonly onCancel: (clientId: string) => void;
  };
}

/** A message that the server has not confirmed yet: its upload progress, or its error with the possible actions. */
export function PendingRow({ item, viewerId, startsGroup, actions }: PendingRowProps): ReactNode {
  const text = useTexts();
  const { state, client_id, retryIn } = item;
  const label = stateText(item, text);
  // The message had only files, which are no longer available: there is nothing left to send.
  const isEmpty = item.text === '' && item.files.length === 0;
  const tickPlace = item.text === '' && item.files.length > 0 ? 'below' : 'beside';
  return (
    <article
      className="ob-message"
      data-own
      data-starts={startsGroup || undefined}
      data-status={state}
      aria-label={`${text('chat.you')}, ${label}`}
      tabIndex={-1}
    >
      {startsGroup ? (
        <p className="ob-message-head">
          <span className="ob-message-name">{text('chat.you')}</span>
          <time dateTime={item.created_at}>{formatMessageTime(item.created_at)}</time>
        </p>
      ) : null}
      <div className="ob-message-bubble" data-tick={state === 'sending' ? tickPlace : undefined}>
        {item.reply_to === null ? null : (
          <span className="ob-message-quote">
            <span className="ob-message-name">{quoteName(text, item.reply_to, viewerId)}</span>
            <span dir="auto">{quoteText(text, item.reply_to, viewerId)}</span>
          </span>
        )}
        <PendingFiles files={item.files} />
        {item.progress === null ? null : (
          <Progress fraction={item.progress} label={label} onCancel={() => actions.onCancel(client_id)} />
        )}
        {item.text === '' ? null : <MessageText text={item.text} />}
        {state === 'sending' ? (
          <span className="ob-message-tick" role="img" aria-label={text('chat.sending')}>
            <Clock size={13} aria-hidden="true" />
          </span>
        ) : null}
      </div>
      {state === 'sending' ? null : (
        <div className="ob-message-failed">
          <TriangleAlert size={14} aria-hidden="true" />
          <span>{label}</span>
          <RetryCountdown seconds={retryIn ?? 0} />
          {isEmpty ? null : (
            <Button
              size="small"
              variant="quiet"
              disabled={retryIn !== null}
              onClick={() => actions.onRetry(client_id)}
            >
              {text('chat.retry')}
            </Button>
          )}
          <Button size="small" variant="quiet" onClick={() => actions.onDiscard(client_id)}>
            {text('chat.discard')}
          </Button>
        </div>
      )}
    </article>
  );
}

function stateText({ state, progress, error, reason }: PendingMessage, text: Texts): string {
  if (state === 'sending')
    return progress === null
      ? text('chat.sending')
      : text('chat.uploading', { percent: Math.round(progress * 100) });
  if (state === 'waiting') return text(reason === 'throttled' ? 'chat.throttled' : 'chat.waiting');
  if (reason === 'cancelled') return text('chat.uploadCancelled');
  if (reason === 'files-lost') return text('chat.filesLost');
  return error ? text('chat.failedBecause', { reason: error }) : text('chat.failed');
}

/** Laid out like the sent message's images, so that nothing moves when it replaces this row. */
function PendingFiles({ files }: { readonly files: readonly PendingFile[] }): ReactNode {
  const text = useTexts();
  if (files.length === 0) return null;
  // Pasted images all have the same name; the order never changes.
  const placed = files.map((file, place) => ({ file, key: `${place} ${file.name}` }));
  const areTiles =
    files.length > 1 && files.every((file) => file.blob !== null && fileMessageType(file) === 'IMG');
  if (!areTiles) {
    return (
      <div className="ob-message-media">
        {placed.map(({ file, key }) => (
          <PendingFileRow key={key} file={file} />
        ))}
      </div>
    );
  }
  const shown = placed.slice(0, mostTiles);
  const more = files.length - shown.length;
  return (
    <div className="ob-message-media">
      <ul className="ob-media-grid" data-count={shown.length}>
        {shown.map(({ file, key }, place) => (
          <li key={key}>
            <span className="ob-media-tile" data-pending>
              <PendingPicture file={file} />
              {more > 0 && place === shown.length - 1 ? (
                <span className="ob-media-more">{text('chat.mediaMore', { count: more })}</span>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function PendingPicture({ file }: { readonly file: PendingFile }): ReactNode {
  const url = useObjectUrl(file.blob);
  return url === null ? null : <img className="ob-pending-picture" src={url} alt={file.name} />;
}

function PendingFileRow({ file }: { readonly file: PendingFile }): ReactNode {
  const kind = fileMessageType(file);
  if (kind === 'IMG' && file.blob !== null) return <PendingPicture file={file} />;
  const Icon = kind === 'AUD' ? AudioLines : FileText;
  return (
    <div className="ob-chat-file">
      <span className="ob-chat-file-icon">
        <Icon size={20} aria-hidden="true" />
      </span>
      <span className="ob-chat-file-words">
        <span className="ob-chat-file-name" dir="auto">
          {file.name}
        </span>
        <span className="ob-chat-file-facts">
          {[fileExtension(file.name), formatFileSize(file.size)].filter(Boolean).join(' · ')}
        </span>
      </span>
    </div>
  );
}

function Progress({
  fraction,
  label,
  onCancel,
}: {
  readonly fraction: number;
  readonly label: string;
  readonly onCancel: () => void;
}): ReactNode {
  const text = useTexts();
  return (
    <div className="ob-upload">
      <progress className="ob-upload-bar" max={1} value={fraction} aria-label={label} />
      <span className="ob-upload-percent" aria-hidden="true">
        {`${Math.round(fraction * 100)}%`}
      </span>
      <IconButton size="small" label={text('chat.cancelUpload')} onClick={onCancel}>
        <X size={16} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
