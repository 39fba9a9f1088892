// Tables of 100,000 and 1,000,000 rows in Chromium: mount, and scroll without a frame rate limit.
import type { Page } from '@playwright/test';
import { type BenchPages, benchPages, uncappedFrames } from './browser/pages.ts';
import { sharedRuns } from './browser/shared-runs.ts';
import type {} from './browser/table/main.tsx';
import type { BenchPlan } from './harness.ts';

const names = {
  ours: 'ours',
  '@tanstack/react-table + react-virtual': 'tanstack',
  'ag-grid': 'ag-grid',
  'glide-data-grid': 'glide',
  floor: 'floor',
} as const;
/** The contenders of the benches with a million rows; the others take seconds to load them. */
const millionRowNames = ['ours', 'glide-data-grid', 'floor'] as const;

const frames = 80;
const stepPx = 300;

interface Contender {
  readonly mount: () => Promise<number>;
  readonly frame: (figure: string) => () => Promise<number>;
}

let pages: Promise<BenchPages> | null = null;
const opened = new Map<string, Promise<Contender>>();

function quantile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;
}

function contenderOf(page: Page): Contender {
  return {
    async mount() {
      await page.bringToFront();
      return page.evaluate(() => window.tableBench.mount());
    },
    frame: sharedRuns(async () => {
      await page.bringToFront();
      const times = await page.evaluate(([count, step]) => window.tableBench.scroll(count, step), [
        frames,
        stepPx,
      ] as const);
      return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
    }),
  };
}

async function open(name: string, count: number): Promise<Contender> {
  pages ??= benchPages('table', uncappedFrames);
  const page = await (await pages).open(name);
  await page.waitForFunction(() => 'tableBench' in window);
  await page.evaluate((rows) => window.tableBench.prepare(rows), count);
  return contenderOf(page);
}

/** One page per contender and size, shared by the benches. */
function contender(name: string, count: number): Promise<Contender> {
  const key = `${name} ${count}`;
  const made = opened.get(key) ?? open(name, count);
  opened.set(key, made);
  return made;
}

function plan(
  id: string,
  count: number,
  note: string,
  measure: (contender: Contender) => () => Promise<number>,
): BenchPlan {
  return {
    id,
    async create() {
      const shown = count > 100_000 ? millionRowNames : (Object.keys(names) as (keyof typeof names)[]);
      const peers: Record<string, () => Promise<number>> = {};
      for (const name of shown) peers[name] = measure(await contender(names[name], count));
      const { ours, floor, ...others } = peers;
      if (ours === undefined || floor === undefined) throw new Error('Ours or the floor is missing');
      return { id, unit: 'ms', rounds: 5, ours, peers: others, floor, note };
    },
  };
}

const mountNote =
  'From the first call to the end of the frame with the first rows, at 1100 × 800 px. The rows are already in each contender’s form. floor: 30 lines of one text each.';
const frameNote = `${frames} frames without a frame rate limit, scrolled by ${stepPx} px each. p50 and p99 are from the same runs.`;

export const tableMount: BenchPlan = plan('table-mount', 100_000, mountNote, ({ mount }) => mount);
export const tableFrameP50: BenchPlan = plan('table-frame-p50', 100_000, frameNote, ({ frame }) =>
  frame('p50'),
);
export const tableFrameP99: BenchPlan = plan('table-frame-p99', 100_000, frameNote, ({ frame }) =>
  frame('p99'),
);
export const tableMount1m: BenchPlan = plan('table-mount-1m', 1_000_000, mountNote, ({ mount }) => mount);
export const tableFrameP501m: BenchPlan = plan('table-frame-p50-1m', 1_000_000, frameNote, ({ frame }) =>
  frame('p50'),
);
export const tableFrameP991m: BenchPlan = plan('table-frame-p99-1m', 1_000_000, frameNote, ({ frame }) =>
  frame('p99'),
);
