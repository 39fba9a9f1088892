import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { MarketDataProvider } from '../providers/market/market.types.ts';
import { createMemo } from '../providers/market/memo.ts';

const compress = promisify(gzip);

/** Rows per turn of the event loop. */
const SLICE = 4_000;
/** The rows have at most this many bytes; the usual 50,000 have two thirds of it. */
export const TAPE_BYTES: number = 16 * 1024 * 1024;
/** Number of cached responses, of a few hundred kilobytes to two megabytes each. */
const CACHE_SIZE = 32;
const CACHE_MS = 3_600_000;

/** Caches the compressed responses of `time-sale`. */
export interface TimeSaleCache {
  /** Returns the gzipped JSON. */
  get(ticker: string): Promise<Uint8Array<ArrayBuffer>>;
}

export function createTimeSaleCache(market: MarketDataProvider, now: () => number): TimeSaleCache {
  const responses = createMemo<Uint8Array<ArrayBuffer>>({ now, keepFor: CACHE_MS, limit: CACHE_SIZE });
  return {
    get(ticker) {
      return responses.get(`${ticker}@${market.timeSalesVersion(ticker)}`, async () => {
        const { data, biggest_data } = await market.timeSales(ticker);
        const text = `{"data":${await writeList(data)},"biggest_data":${JSON.stringify(biggest_data)}}`;
        return compress(text, { level: 4 });
      });
    },
  };
}

/** Serializes the first rows that fit, in slices, so that it does not block the event loop. */
async function writeList(rows: readonly unknown[]): Promise<string> {
  const parts: string[] = [];
  let left = TAPE_BYTES;
  for (let from = 0; from < rows.length; from += SLICE) {
    for (const row of rows.slice(from, from + SLICE)) {
      const part = JSON.stringify(row);
      left -= Buffer.byteLength(part) + 1;
      if (left < 0) return `[${parts.join(',')}]`;
      parts.push(part);
    }
    await new Promise((done) => setImmediate(done));
  }
  return `[${parts.join(',')}]`;
}
