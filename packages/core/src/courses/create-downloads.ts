import { atom, type ReadableAtom } from 'nanostores';
import type { CourseDocument } from '../contract/index.ts';
import type { Log } from '../ports/index.ts';
import { fail, type Result } from '../shared/result.ts';
import type { DownloadError, DownloadedDocument, DownloadProgress } from './courses.types.ts';
import type { createDocumentFetch } from './create-document-fetch.ts';

type Outcome = Result<DownloadedDocument, DownloadError>;

interface Download {
  readonly controller: AbortController;
  readonly outcome: Promise<Outcome>;
}

interface DownloadParts {
  readonly fetchDocument: ReturnType<typeof createDocumentFetch>;
  readonly log: Log;
  /** A document of the open course, by its index. */
  readonly documentAt: (index: number) => CourseDocument | undefined;
  /** Returns the document with a new URL; null when there is none. */
  readonly renew: (index: number, old: CourseDocument) => Promise<CourseDocument | null>;
}

export interface Downloads {
  /** The progress of the running downloads, by the index of the document. */
  readonly $progress: ReadableAtom<ReadonlyMap<number, DownloadProgress>>;
  /** Downloads a document, once at a time. */
  download(index: number): Promise<Outcome>;
  cancel(): void;
}

/** Statuses of an address that has expired. */
const expired = [401, 403, 404, 410];

/** Creates the downloads of the open course's documents. An expired address is renewed once. */
export function createDownloads({ fetchDocument, log, documentAt, renew }: DownloadParts): Downloads {
  const $progress = atom<ReadonlyMap<number, DownloadProgress>>(new Map());
  const running = new Map<number, Download>();

  function setProgress(index: number, progress: DownloadProgress | null): void {
    const next = new Map($progress.get());
    if (progress === null) next.delete(index);
    else next.set(index, progress);
    $progress.set(next);
  }

  async function fetchFile(index: number, controller: AbortController): Promise<Outcome> {
    const document = documentAt(index);
    if (document === undefined) return fail({ code: 'download-failed', status: 0 });
    const show = (progress: DownloadProgress): void => {
      if (running.get(index)?.controller === controller) setProgress(index, progress);
    };
    setProgress(index, { received: 0, total: null });
    const first = await fetchDocument(document, controller.signal, show);
    if (first.ok || !expired.includes(first.error.status)) return first;
    const fresh = await renew(index, document);
    return fresh === null ? first : fetchDocument(fresh, controller.signal, show);
  }

  return {
    $progress,
    download(index) {
      const known = running.get(index);
      if (known !== undefined) return known.outcome;
      const controller = new AbortController();
      const outcome = fetchFile(index, controller).then((result) => {
        if (running.get(index)?.controller === controller) {
          running.delete(index);
          setProgress(index, null);
          if (!result.ok) log('Download failed', result.error);
        }
        return result;
      });
      running.set(index, { controller, outcome });
      return outcome;
    },
    cancel() {
      for (const { controller } of running.values()) controller.abort();
      running.clear();
      if ($progress.get().size > 0) $progress.set(new Map());
    },
  };
}
