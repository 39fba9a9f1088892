'use client';

import type { CourseDocument } from '@openbell/core/contract';
import { type DownloadProgress, documentNameOf } from '@openbell/core/courses';
import { Download, FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../primitives/Button.tsx';
import { useTexts } from '../primitives/texts.tsx';

export interface DocumentsListProps {
  documents: readonly CourseDocument[];
  /** Running downloads by the document's index in the list. */
  downloads: ReadonlyMap<number, DownloadProgress>;
  onDownload: (place: number) => void;
}

/** A course's documents, each with a download button, unless its URL is missing, and its progress. */
export function DocumentsList({ documents, downloads, onDownload }: DocumentsListProps): ReactNode {
  const text = useTexts();
  const nameOf = (document: CourseDocument): string => documentNameOf(document) || text('content.document');
  return (
    <ul className="ob-documents">
      {[...documents.entries()].map(([place, document]) => {
        const name = nameOf(document);
        return (
          // A course may list the same document twice: the index is the only identity.
          <li key={place} className="ob-document">
            <FileText size={20} aria-hidden="true" />
            <span className="ob-document-name" dir="auto">
              {name}
            </span>
            <DocumentProgress name={name} progress={downloads.get(place)} />
            {document.file === '' ? null : (
              <Button
                size="small"
                icon={<Download size={16} aria-hidden="true" />}
                busy={downloads.has(place)}
                aria-label={text('content.downloadNamed', { name })}
                onClick={() => onDownload(place)}
              >
                {text('content.download')}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function DocumentProgress({
  name,
  progress,
}: {
  name: string;
  progress: DownloadProgress | undefined;
}): ReactNode {
  const text = useTexts();
  if (progress === undefined) return null;
  const { received, total } = progress;
  const known = total !== null && total > 0 ? { max: total, value: Math.min(received, total) } : {};
  return (
    <progress
      className="ob-document-progress"
      aria-label={text('content.downloadProgress', { name })}
      {...known}
    />
  );
}
