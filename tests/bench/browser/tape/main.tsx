// One contender's page: `?contender=<name>`, driven by ../../tape.ts.
import { parseOptionSymbol } from '@openbell/core/option-symbol';
import { dollarsOf, type FlashTrade } from '@openbell/core/trade-flash';
import { createTrades } from '../../trades.ts';
import { found, type TapeContender } from './contender.ts';

declare global {
  interface Window {
    readonly tapeBench: TapeBench;
  }
}

export interface TapeBench {
  /** Appends `tradesPerSecond` trades per second for `ms` milliseconds. Returns the frames per second. */
  run(tradesPerSecond: number, ms: number): Promise<number>;
  /** Throws unless the newest trade is in view. */
  check(): Promise<void>;
}

/** Initial trades: the capacity of Openbell's tape. */
const atStart = 2000;
/** Milliseconds between batches, like frames of a feed. */
const everyMs = 4;

const contenders: Readonly<Record<string, () => Promise<{ contender: TapeContender }>>> = {
  ours: () => import('./ours.tsx'),
  tanstack: () => import('./tanstack.tsx'),
  'ag-grid': () => import('./ag-grid.tsx'),
  glide: () => import('./glide.tsx'),
};

const name = new URLSearchParams(location.search).get('contender') ?? '';
const load = contenders[name];
if (load === undefined) throw new Error(`Unknown contender ${name}`);
const { contender } = await load();

const samples = createTrades(5000).map((trade) => {
  const option = parseOptionSymbol(trade.option);
  if (option === null) throw new Error(`${trade.option} is not an option symbol`);
  return { trade, option, dollars: dollarsOf(trade.price, trade.qty) };
});
let created = 0;

function nextTrades(count: number): FlashTrade[] {
  return Array.from({ length: count }, () => {
    const { trade, option, dollars } = samples[created % samples.length] as (typeof samples)[number];
    created += 1;
    return {
      id: created,
      sym: trade.option,
      option,
      time: Date.now(),
      price: trade.price,
      size: trade.qty,
      dollars,
      conditions: [],
      exchange: null,
      isLate: false,
      isCanceled: false,
    };
  });
}

const nextFrame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));
const host = found(document.body, '#host');
contender.mount(host, nextTrades(atStart));
for (let i = 0; i < 30; i++) await nextFrame();

const bench: TapeBench = {
  async run(tradesPerSecond, ms) {
    await nextFrame();
    const start = performance.now();
    let appended = 0;
    // Each tick catches up with the clock, so that a slow page gets the same number of trades.
    const timer = setInterval(() => {
      const due = Math.floor(((performance.now() - start) * tradesPerSecond) / 1000);
      if (due > appended) contender.append(nextTrades(due - appended));
      appended = due;
    }, everyMs);
    let frames = 0;
    while (performance.now() - start < ms) {
      await nextFrame();
      frames += 1;
    }
    clearInterval(timer);
    return frames / ((performance.now() - start) / 1000);
  },
  async check() {
    for (let i = 0; i < 30; i++) await nextFrame();
    const newest = contender.newest(host);
    if (newest !== null && newest !== created)
      throw new Error(`The newest visible trade is ${newest} instead of ${created}`);
  },
};
Object.assign(window, { tapeBench: bench });
