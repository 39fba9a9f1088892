/** A file to download. */
export interface DownloadRequest {
  readonly url: string;
  /** Whether the site's cookies are sent; signed URLs need none. */
  readonly credentials: 'omit' | 'same-origin';
  /** Whether a response with this `Content-Type` can be the file, and not an error page. */
  readonly isWanted: (contentType: string | null) => boolean;
  readonly signal?: AbortSignal;
  /** Called for each chunk with the bytes so far and in total (null when unknown). */
  readonly onProgress?: (progress: { readonly received: number; readonly total: number | null }) => void;
}

/** The complete file, or the status of the failed response (0 without a response). */
export type Download =
  | { readonly ok: true; readonly blob: Blob }
  | { readonly ok: false; readonly status: number };

/** Downloads a file. Never rejects. */
export type Downloader = (request: DownloadRequest) => Promise<Download>;

/** Creates a downloader that checks that each file is complete. */
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
      const { headers } = response;
      // A cross-origin response has a readable length, but its compression is hidden: the file may be longer.
      const mayBeLonger = response.type === 'cors' && !headers.has('content-encoding');
      const total = lengthOf(headers);
      const pieces: Uint8Array<ArrayBuffer>[] = [];
      let received = 0;
      onProgress?.({ received, total });
      const reader = response.body?.getReader();
      for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
        pieces.push(piece.value);
        received += piece.value.byteLength;
        onProgress?.({ received, total: total !== null && received > total ? null : total });
      }
      const isTooLong = total !== null && received > total && !mayBeLonger;
      if (received === 0 || received < (total ?? 0) || isTooLong) return { ok: false, status };
      return { ok: true, blob: new Blob(pieces, { type: type ?? 'application/octet-stream' }) };
    } catch {
      return { ok: false, status };
    }
  };
}

/** The expected number of bytes; null when unknown or when the response is compressed. */
function lengthOf(headers: Headers): number | null {
  const encoding = headers.get('content-encoding') ?? 'identity';
  const length = headers.get('content-length');
  return encoding === 'identity' && length !== null && /^\d{1,15}$/.test(length) ? Number(length) : null;
}
