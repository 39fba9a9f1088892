import { HttpError } from './http-error.ts';

/** Downloads under way: how many there are, and how many there may be. */
export interface Downloads {
  /**
   * Counts a download of a network address until the returned function is called. Throws 429 when the address has too
   * many under way, 503 when the server has.
   */
  begin(address: string): () => void;
}

export interface DownloadLimits {
  /** As many as one browser requests at once over HTTP/2. */
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
