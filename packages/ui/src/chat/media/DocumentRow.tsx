'use client';

import { fileExtension, formatFileSize } from '@openbell/core/chat';
import type { MessageMedia } from '@openbell/core/contract';
import { Download, FileText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { IconButton } from '../../primitives/IconButton.tsx';
import { useTexts } from '../../primitives/texts.tsx';

export interface DocumentRowProps {
  readonly media: MessageMedia;
  /** Downloads the document. Resolves to false on failure. */
  readonly onDownload: () => Promise<boolean>;
}

/** A document: name, type, size and a download button, unless its URL is missing. */
export function DocumentRow({ media, onDownload }: DocumentRowProps): ReactNode {
  const text = useTexts();
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const name = media.name || text('chat.document');

  async function save(): Promise<void> {
    setBusy(true);
    setFailed(false);
    const isSaved = await onDownload();
    setFailed(!isSaved);
    setBusy(false);
  }

  return (
    <div className="ob-chat-file">
      <span className="ob-chat-file-icon">
        <FileText size={20} aria-hidden="true" />
      </span>
      <span className="ob-chat-file-words">
        <span className="ob-chat-file-name" dir="auto" title={name}>
          {name}
        </span>
        <span className="ob-chat-file-facts">
          {[fileExtension(media.name), formatFileSize(media.size)].filter(Boolean).join(' · ')}
        </span>
        {hasFailed ? (
          <span className="ob-chat-file-failed" role="alert">
            {text('chat.downloadFailed')}
          </span>
        ) : null}
      </span>
      {media.file === '' ? null : (
        <IconButton
          size="small"
          label={text('chat.download', { file: name })}
          busy={isBusy}
          onClick={() => void save()}
        >
          <Download size={16} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}
