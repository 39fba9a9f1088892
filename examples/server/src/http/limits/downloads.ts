import { networkOf } from '../client/network-of.ts';
import { HttpError } from '../http-error.ts';

/** Limits the number of concurrent downloads. */
export interface Downloads {
  /** Counts a download until the returned function is called. Throws 429 beyond the limit of the IP address, or 503. */
  begin(address: string): () => void;
}

interface DownloadLimits {
  /** Not less than the parallel requests of one browser over HTTP/2. */
  readonly perAddress: number;
  readonly total: number;
}

export const defaultDownloadLimits: DownloadLimits = { perAddress: 100, total: 500 };
/** Seconds. */
const RETRY_AFTER = 5;

export function createDownloads(limits: DownloadLimits = defaultDownloadLimits): Downloads {
  const counts = new Map<string, number>();
  let total = 0;
  return {
    begin(address) {
      const network = networkOf(address);
      const networkCount = counts.get(network) ?? 0;
      if (networkCount >= limits.perAddress) {
        throw new HttpError(429, 'Too many downloads at once. Please wait a moment.', {
          retryAfter: RETRY_AFTER,
        });
      }
      if (total >= limits.total) {
        throw new HttpError(503, 'The server is busy. Please try again in a moment.', {
          retryAfter: RETRY_AFTER,
        });
      }
      counts.set(network, networkCount + 1);
      total += 1;
      let isActive = true;
      return () => {
        if (!isActive) return;
        isActive = false;
        total -= 1;
        const left = (counts.get(network) ?? 1) - 1;
        if (left === 0) counts.delete(network);
        else counts.set(network, left);
      };
    },
  };
}
