// Generates realistic trades: most of the volume is in a few symbols, and most trades are small and cheap.
import type { FeedTradeEvent, Trade } from '@openbell/core/contract';
import { createRandom } from './random.ts';

const roots = ['SPXW', 'SPY', 'QQQ', 'TSLA', 'NVDA', 'AAPL', 'AMZN', 'META', 'AMD', 'MSFT', 'IWM', 'GME1'];
const expiries = ['251121', '251128', '251205', '251219', '260116', '260320', '270115'];
const exchanges = ['Cboe', 'NYSE Arca', 'PHLX', 'ISE', 'BOX', 'MIAX', 'Nasdaq NOM', 'Cboe EDGX', 'C2', 'BZX'];
const conditions = ['Automatic Execution', 'Intermarket Sweep Order', 'Multi Leg auto-electronic', 'Late'];

function pick<T>(list: readonly T[], at: number): T {
  return list[Math.floor(at * list.length)] as T;
}

function symbolOf(random: () => number): string {
  // Squaring favors the first, most traded, symbols and the nearest expiries.
  const strike = (Math.floor(random() ** 1.5 * 400) + 10) * 500;
  const right = random() < 0.55 ? 'C' : 'P';
  return `O:${pick(roots, random() ** 2)}${pick(expiries, random() ** 2)}${right}${String(strike).padStart(8, '0')}`;
}

/** Whole cents up to $655.35: a range of 16 bits. */
const inCents = (random: () => number): number =>
  Math.min(65_535, Math.max(1, Math.round(random() ** 4 * 65_535))) / 100;

/** Four decimals up to $100,000: a range of 30 bits. */
export const inTenThousandths = (random: () => number): number =>
  Math.max(1, Math.round(random() * 999_999_999)) / 10_000;

/** Rows of time and sales. */
export function createTrades(count: number, priceOf: (random: () => number) => number = inCents): Trade[] {
  const random = createRandom(17);
  const start = Date.parse('2025-11-20T14:30:00.000Z');
  return Array.from({ length: count }, (_, i): Trade => {
    const price = priceOf(random);
    const option = symbolOf(random);
    return {
      time: new Date(start + Math.floor((i / count) * 23_400_000)).toISOString(),
      option,
      qty: Math.max(1, Math.round(random() ** 6 * 3000)),
      price,
      exchange: pick(exchanges, random()),
      market: `${Math.max(0.01, price - 0.05).toFixed(2)}x${(price + 0.05).toFixed(2)}`,
      delta: Math.round(random() * 1000) / 1000,
      iv: Math.round(random() * 2000) / 1000,
      underlying: Math.round(random() * 60_000) / 100,
      condition: pick(conditions, random() ** 2),
      type: 1 + Math.floor(random() * 3),
      contract_type: option.charAt(option.length - 9) === 'C' ? 1 : 2,
    };
  });
}

/** Frames of the options feed with 1 to 500 events; one trade in 28 has more than 100 contracts. */
export function createFrames(events: number): string[] {
  const random = createRandom(23);
  const frames: string[] = [];
  let left = events;
  let sequence = 1_864_000_000;
  let time = 1_765_227_583_506;
  while (left > 0) {
    const size = Math.min(left, Math.floor(Math.exp(random() * Math.log(500))) || 1);
    const frame = Array.from({ length: size }, (): FeedTradeEvent => {
      sequence += Math.floor(random() * 50) + 1;
      time += random() < 0.3 ? 1 : 0;
      return {
        ev: 'T',
        sym: symbolOf(random),
        x: 300 + Math.floor(random() * 26),
        p: Math.max(1, Math.round(random() ** 4 * 65_535)) / 100,
        s: random() < 0.035 ? 101 + Math.floor(random() * 900) : 1 + Math.floor(random() ** 3 * 100),
        c: [pick([209, 219, 227, 232, 233], random() ** 2)],
        t: time,
        q: sequence,
      };
    });
    frames.push(JSON.stringify(frame));
    left -= size;
  }
  return frames;
}
