import type { CourseDocument } from '../contract/index.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import { fileNameOf, isDocumentType } from './courses.rules.ts';
import type { DownloadError, DownloadedDocument, DownloadProgress } from './courses.types.ts';

type Outcome = Result<DownloadedDocument, DownloadError>;

/** Fetches one document; `onProgress` hears of every piece that comes. Resolves always. */
export type DocumentFetch = (
  paper: CourseDocument,
  signal: AbortSignal,
  onProgress: (progress: DownloadProgress) => void,
) => Promise<Outcome>;

/** Reads a document's bytes and checks that they are the whole of what was asked for (traps F31). */
export function createDocumentFetch(fetch: typeof globalThis.fetch): DocumentFetch {
  return async (paper, signal, onProgress) => {
    let status = 0;
    try {
      const response = await fetch(paper.file, { signal, credentials: 'same-origin' });
      status = response.status;
      const type = response.headers.get('content-type');
      if (!response.ok || !isDocumentType(type, paper)) {
        await response.body?.cancel();
        return fail({ code: 'download-failed', status });
      }
      const total = lengthOf(response.headers);
      const pieces: Uint8Array<ArrayBuffer>[] = [];
      let received = 0;
      onProgress({ received, total });
      const reader = response.body?.getReader();
      for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
        pieces.push(piece.value);
        received += piece.value.byteLength;
        onProgress({ received, total });
      }
      if (received === 0 || (total !== null && received !== total)) {
        return fail({ code: 'download-failed', status });
      }
      const blob = new Blob(pieces, { type: type ?? 'application/octet-stream' });
      return succeed({ blob, name: fileNameOf(paper) });
    } catch {
      return fail({ code: signal.aborted ? 'download-cancelled' : 'download-failed', status });
    }
  };
}

/** Bytes that will come; null when nobody said, or when what comes is unpacked on the way. */
function lengthOf(headers: Headers): number | null {
  const encoding = headers.get('content-encoding') ?? 'identity';
  const length = headers.get('content-length');
  return encoding === 'identity' && length !== null && /^\d{1,15}$/.test(length) ? Number(length) : null;
}
