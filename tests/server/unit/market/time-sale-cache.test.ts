import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createTimeSaleCache, TAPE_BYTES } from '../../../../examples/server/src/market/time-sale-cache.ts';
import type { MarketDataProvider } from '../../../../examples/server/src/providers/market/market.types.ts';

const ROWS = 50_000;

async function read(market: string) {
  const data = Array.from({ length: ROWS }, (_, index) => ({ option: `${index}`, market }));
  const provider = {
    timeSalesVersion: () => '1',
    timeSales: async () => ({ data, biggest_data: data.slice(0, 10) }),
  } as unknown as MarketDataProvider;
  const text = gunzipSync(await createTimeSaleCache(provider, () => 0).get('')).toString();
  const body = JSON.parse(text) as { data: { option: string }[]; biggest_data: unknown[] };
  return { bytes: Buffer.byteLength(text), options: body.data.map(({ option }) => Number(option)), body };
}

test.each([
  ['of the usual size', 'x'.repeat(200), ROWS],
  ['with long texts', 'x'.repeat(1_000), TAPE_BYTES / 1_100],
  ['with texts of four bytes a character', '𝔄'.repeat(250), TAPE_BYTES / 1_100],
  ['with control characters, which JSON escapes', '\u0001'.repeat(200), TAPE_BYTES / 1_300],
] as const)(
  'returns the newest rows that fit when rows are %s [market.newest-rows]',
  async (_what, text, least) => {
    const { bytes, options, body } = await read(text);
    expect(bytes).toBeLessThan(TAPE_BYTES + 64 * 1024);
    expect(options.length).toBeGreaterThanOrEqual(Math.floor(least));
    expect(options).toEqual(Array.from({ length: options.length }, (_, index) => index));
    expect(body.biggest_data).toHaveLength(10);
  },
);
