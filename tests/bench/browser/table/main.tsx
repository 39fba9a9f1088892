// One contender's page: `?contender=<name>`, driven by ../../table.ts.
import { parseOptionSymbol } from '@openbell/core/option-symbol';
import { createTrades } from '../../trades.ts';
import { found, type TableContender } from './contender.ts';

declare global {
  interface Window {
    readonly tableBench: TableBench;
  }
}

export interface TableBench {
  /** Creates the rows and passes them to the contender. */
  prepare(count: number): void;
  /** Mounts the table again. Returns the milliseconds until the frame with its first rows ends. */
  mount(): Promise<number>;
  /** Scrolls the mounted table by `step` px per frame. Returns the milliseconds of each frame. */
  scroll(frames: number, step: number): Promise<number[]>;
}

const contenders: Readonly<Record<string, () => Promise<{ contender: TableContender }>>> = {
  ours: () => import('./ours.tsx'),
  tanstack: () => import('./tanstack.tsx'),
  'ag-grid': () => import('./ag-grid.tsx'),
  glide: () => import('./glide.tsx'),
  floor: () => import('./floor.ts'),
};

const name = new URLSearchParams(location.search).get('contender') ?? '';
const load = contenders[name];
if (load === undefined) throw new Error(`Unknown contender ${name}`);
const { contender } = await load();

const host = found(document.body, '#host');
let unmount: (() => void) | null = null;

const nextFrame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));

function clear(): void {
  unmount?.();
  unmount = null;
  host.replaceChildren();
}

const bench: TableBench = {
  prepare(count) {
    clear();
    contender.prepare(
      createTrades(count).map((trade) => ({
        ...trade,
        time: Date.parse(trade.time),
        symbol: parseOptionSymbol(trade.option),
      })),
    );
  },
  async mount() {
    clear();
    for (let i = 0; i < 5; i++) await nextFrame();
    const start = performance.now();
    unmount = contender.mount(host);
    do await nextFrame();
    while (!contender.isDrawn(host));
    // The rows are in the document before a frame; the next frame starts when that one is painted.
    await nextFrame();
    return performance.now() - start;
  },
  async scroll(frames, step) {
    if (unmount === null) await bench.mount();
    const scroller = contender.scroller(host);
    scroller.scrollTop = 0;
    for (let i = 0; i < 20; i++) await nextFrame();
    const times: number[] = [];
    let last = performance.now();
    for (let i = 0; i < frames; i++) {
      scroller.scrollTop += step;
      await nextFrame();
      const now = performance.now();
      times.push(now - last);
      last = now;
    }
    if (scroller.scrollTop < frames * step * 0.9) throw new Error('The table did not scroll');
    return times;
  },
};
Object.assign(window, { tableBench: bench });
