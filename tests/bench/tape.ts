// Trades appended to a live list that keeps its end in view, in Chromium at 60 frames a second.
import { benchPages } from './browser/pages.ts';
import { type RunFigures, sharedRuns } from './browser/shared-runs.ts';
import type {} from './browser/tape/main.tsx';
import type { BenchPlan } from './harness.ts';

const names = {
  ours: 'ours',
  '@tanstack/react-table + react-virtual': 'tanstack',
  'ag-grid': 'ag-grid',
  'glide-data-grid': 'glide',
} as const;

const runMs = 1000;
const framesPerSecond = 60;

type Figures = (figure: string) => () => Promise<number>;
const opened = new Map<string, Promise<Figures>>();

async function open(name: string, perSecond: number): Promise<Figures> {
  const pages = await benchPages('tape');
  const page = await pages.open(name);
  await page.waitForFunction(() => 'tapeBench' in window);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const taskSeconds = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? Number.NaN;
  };
  return sharedRuns(async (): Promise<RunFigures> => {
    await page.bringToFront();
    const before = await taskSeconds();
    const start = performance.now();
    const frames = await page.evaluate(([rate, ms]) => window.tapeBench.run(rate, ms), [
      perSecond,
      runMs,
    ] as const);
    const seconds = (performance.now() - start) / 1000;
    const busy = (await taskSeconds()) - before;
    await page.evaluate(() => window.tapeBench.check());
    return {
      dropped: Math.max(0, 100 * (1 - frames / framesPerSecond)),
      busy: (100 * busy) / seconds,
    };
  });
}

function figuresOf(name: string, perSecond: number): Promise<Figures> {
  const key = `${name} ${perSecond}`;
  const made = opened.get(key) ?? open(name, perSecond);
  opened.set(key, made);
  return made;
}

const note =
  'Trades arrive every 4 ms. Openbell parses symbols, removes duplicates, sums dollars and keeps the newest 2,000 trades; with more than eight trades per frame, it renders every other frame, as in the product. The other libraries receive finished rows once per frame, start with 2,000 and never remove one. Dropped frames are frames that the page did not get. Both figures are from the same runs.';

function plan(id: string, perSecond: number, figure: 'dropped' | 'busy'): BenchPlan {
  return {
    id,
    async create() {
      const of = async (name: string) => (await figuresOf(name, perSecond))(figure);
      const { ours, ...others } = names;
      const peers: Record<string, () => Promise<number>> = {};
      for (const [shown, name] of Object.entries(others)) peers[shown] = await of(name);
      return { id, unit: '%', rounds: 5, ours: await of(ours), peers, note };
    },
  };
}

export const tape1kDropped: BenchPlan = plan('tape-1k-dropped', 1000, 'dropped');
export const tape1kBusy: BenchPlan = plan('tape-1k-busy', 1000, 'busy');
export const tape20kDropped: BenchPlan = plan('tape-20k-dropped', 20_000, 'dropped');
export const tape20kBusy: BenchPlan = plan('tape-20k-busy', 20_000, 'busy');
