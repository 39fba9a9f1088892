/** What is to be fetched, and what counts as it. */
export interface DownloadRequest {
  readonly url: string;
  /** Whether cookies of the site go along; an address that proves itself needs none. */
  readonly credentials: 'omit' | 'same-origin';
  /** Whether an answer of this `Content-Type` can be the file: a server's error page is none. */
  readonly isWanted: (contentType: string | null) => boolean;
  readonly signal?: AbortSignal;
  /** Hears of every piece that comes: bytes so far, and in all (null when the server did not say). */
  readonly onProgress?: (progress: { readonly received: number; readonly total: number | null }) => void;
}

/** A file that has come whole, or the last answer's status (0 without one). */
export type Download =
  | { readonly ok: true; readonly blob: Blob }
  | { readonly ok: false; readonly status: number };

/** Fetches a file; resolves always. */
export type Downloader = (request: DownloadRequest) => Promise<Download>;

/** Reads a file's bytes and checks that they are the whole of what was asked for. */
export function createDownloader(fetch: typeof globalThis.fetch): Downloader {
  return async ({ url, credentials, isWanted, signal, onProgress }) => {
    let status = 0;
    try {
      const response = await fetch(url, { credentials, ...(signal === undefined ? {} : { signal }) });
      status = response.status;
      const type = response.headers.get('content-type');
      if (!response.ok || !isWanted(type)) {
        await response.body?.cancel();
        return { ok: false, status };
      }
      const total = lengthOf(response.headers);
      const pieces: Uint8Array<ArrayBuffer>[] = [];
      let received = 0;
      onProgress?.({ received, total });
      const reader = response.body?.getReader();
      for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
        pieces.push(piece.value);
        received += piece.value.byteLength;
        onProgress?.({ received, total });
      }
      if (received === 0 || (total !== null && received !== total)) return { ok: false, status };
      return { ok: true, blob: new Blob(pieces, { type: type ?? 'application/octet-stream' }) };
    } catch {
      return { ok: false, status };
    }
  };
}

/** Bytes that will come; null when nobody said, or when what comes is unpacked on the way. */
function lengthOf(headers: Headers): number | null {
  const encoding = headers.get('content-encoding') ?? 'identity';
  const length = headers.get('content-length');
  return encoding === 'identity' && length !== null && /^\d{1,15}$/.test(length) ? Number(length) : null;
}
