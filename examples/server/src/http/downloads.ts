import { HttpError } from './http-error.ts';

/** Limits the number of concurrent downloads. */
export interface Downloads {
  /**
   * Counts a download of a network address until the returned function is called. Throws 429 beyond the limit of the
   * address, 503 beyond that of the server.
   */
  begin(address: string): () => void;
}

export interface DownloadLimits {
  /** The number of parallel requests of one browser over HTTP/2. */
  readonly perAddress: number;
  readonly all: number;
}

export const defaultDownloadLimits: DownloadLimits = { perAddress: 100, all: 500 };
/** Seconds. */
const RETRY_AFTER = 5;

export function createDownloads({ perAddress, all }: DownloadLimits = defaultDownloadLimits): Downloads {
  const counts = new Map<string, number>();
  let total = 0;
  return {
    begin(address) {
      const own = counts.get(address) ?? 0;
      if (own >= perAddress) {
        throw new HttpError(429, 'Too many downloads at once. Please wait a moment.', {
          retryAfter: RETRY_AFTER,
        });
      }
      if (total >= all) {
        throw new HttpError(503, 'The server is busy. Please try again in a moment.', {
          retryAfter: RETRY_AFTER,
        });
      }
      counts.set(address, own + 1);
      total += 1;
      let isUnderWay = true;
      return () => {
        if (!isUnderWay) return;
        isUnderWay = false;
        total -= 1;
        const left = (counts.get(address) ?? 1) - 1;
        if (left === 0) counts.delete(address);
        else counts.set(address, left);
      };
    },
  };
}
