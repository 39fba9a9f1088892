import type { CourseDocument } from '../contract/index.ts';
import { createDownloader } from '../ports/index.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import { fileNameOf, isDocumentType } from './courses.rules.ts';
import type { DownloadError, DownloadedDocument, DownloadProgress } from './courses.types.ts';

type Outcome = Result<DownloadedDocument, DownloadError>;

/** Downloads a document; `onProgress` is called for each chunk. Never rejects. */
export type DocumentFetch = (
  paper: CourseDocument,
  signal: AbortSignal,
  onProgress: (progress: DownloadProgress) => void,
) => Promise<Outcome>;

/** Creates a download that accepts only the type that the document's name promises. */
export function createDocumentFetch(fetch: typeof globalThis.fetch): DocumentFetch {
  const download = createDownloader(fetch);
  return async (paper, signal, onProgress) => {
    const isWanted = (type: string | null): boolean => isDocumentType(type, paper);
    const url = paper.file;
    const file = await download({ url, credentials: 'same-origin', isWanted, signal, onProgress });
    if (file.ok) return succeed({ blob: file.blob, name: fileNameOf(paper) });
    return fail({ code: signal.aborted ? 'download-cancelled' : 'download-failed', status: file.status });
  };
}
