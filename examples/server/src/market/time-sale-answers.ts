import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { MarketDataProvider } from '../providers/market/market.types.ts';
import { createMemo } from '../providers/market/memo.ts';

const compress = promisify(gzip);

/** Rows per turn of the event loop. */
const ROWS_AT_ONCE = 4_000;
/** Number of cached answers, of a few hundred kilobytes to two megabytes each. */
const ANSWERS_KEPT = 32;
const KEPT_MS = 3_600_000;

/** Caches the compressed bodies of `time-sale`. */
export interface TimeSaleAnswers {
  /** Gzip of the JSON. */
  get(ticker: string): Promise<Uint8Array>;
}

export function createTimeSaleAnswers(market: MarketDataProvider, now: () => number): TimeSaleAnswers {
  const answers = createMemo<Uint8Array>({ now, keepFor: KEPT_MS, limit: ANSWERS_KEPT });
  return {
    get(ticker) {
      return answers.get(`${ticker}@${market.timeSalesVersion(ticker)}`, async () => {
        const { data, biggest_data } = await market.timeSales(ticker);
        const text = `{"data":${await writeList(data)},"biggest_data":${JSON.stringify(biggest_data)}}`;
        return compress(text, { level: 4 });
      });
    },
  };
}

/** Serializes a long list in slices, so that it does not block the event loop. */
async function writeList(rows: readonly unknown[]): Promise<string> {
  const parts: string[] = [];
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    parts.push(JSON.stringify(rows.slice(from, from + ROWS_AT_ONCE)).slice(1, -1));
    await new Promise((done) => setImmediate(done));
  }
  return `[${parts.join(',')}]`;
}
