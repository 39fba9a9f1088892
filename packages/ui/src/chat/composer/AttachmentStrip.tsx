'use client';

import { type Attachment, fileExtension, formatFileSize } from '@openbell/core/chat';
import { useObjectUrl } from '@openbell/react-hooks';
import { AudioLines, FileText, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../primitives/IconButton.tsx';
import { useTexts } from '../../primitives/texts.tsx';

export interface AttachmentStripProps {
  readonly attachments: readonly Attachment[];
  readonly onRemove: (attachmentId: number) => void;
}

/** The files attached to the draft, each with a remove button. */
export function AttachmentStrip({ attachments, onRemove }: AttachmentStripProps): ReactNode {
  const text = useTexts();
  if (attachments.length === 0) return null;
  return (
    <ul className="ob-attachments" aria-label={text('chat.attachments')}>
      {attachments.map((attachment) => (
        <li key={attachment.id} className="ob-attachment" data-kind={attachment.kind}>
          <Preview attachment={attachment} />
          <span className="ob-attachment-words">
            <span className="ob-attachment-name" dir="auto">
              {attachment.file.name}
            </span>
            <span className="ob-attachment-size">
              {[fileExtension(attachment.file.name), formatFileSize(attachment.file.size)]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
          <IconButton
            size="small"
            className="ob-attachment-remove"
            label={text('chat.removeFile', { file: attachment.file.name })}
            onClick={() => onRemove(attachment.id)}
          >
            <X size={16} aria-hidden="true" />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

function Preview({ attachment: { file, kind } }: { readonly attachment: Attachment }): ReactNode {
  const url = useObjectUrl(kind === 'IMG' || kind === 'VID' ? file : null);
  if (url !== null && kind === 'IMG') return <img className="ob-attachment-preview" src={url} alt="" />;
  if (url !== null && kind === 'VID')
    return <video className="ob-attachment-preview" src={url} muted preload="metadata" />;
  const Icon = kind === 'AUD' ? AudioLines : FileText;
  return (
    <span className="ob-attachment-preview">
      <Icon size={20} aria-hidden="true" />
    </span>
  );
}
