// Runs benches in rounds, all contenders in turn, so that other load on the machine affects them equally.
// Compare ratios: absolute figures of a shared machine vary by a factor of two.
import { writeFileSync } from 'node:fs';
import { updateBenchPage } from './doc.ts';

/** The figure of one run in the bench's unit (less is better), or several figures by name. */
type Run = number | Readonly<Record<string, number>>;

/** Does the work once and returns its figures. */
type Contender = () => Run | Promise<Run>;

interface Bench {
  readonly id: string;
  /** The unit of the figure, for example `ms` or `ns/event`; units by name for several figures. */
  readonly unit: string | Readonly<Record<string, string>>;
  readonly ours: Contender;
  readonly peers: Readonly<Record<string, Contender>>;
  /** The minimum work for this size, measured in the same run. */
  readonly floor?: Contender;
  /** Measured rounds, at least five. Default 7. */
  readonly rounds?: number;
  /** Each run starts cold, for example in a new page: no warm-up, every round counts, and one round is allowed. */
  readonly isCold?: boolean;
  /**
   * For work of a few milliseconds: each contender repeats its run for this many milliseconds per turn, and all runs
   * count. This measures the work instead of the CPU caches that another contender has overwritten.
   */
  readonly burstMs?: number;
  /** Conditions to know, for example a library with less work because it is slow. */
  readonly note?: string;
}

/** Creates the data of a bench when it runs. */
export interface BenchPlan {
  readonly id: string;
  create(): Bench | Promise<Bench>;
}

interface Figures {
  readonly id: string;
  readonly unit: string;
  readonly ours: number;
  readonly peers: Readonly<Record<string, number>>;
  readonly floor: number | null;
}

const minRounds = 5;
const settleMs = 200;

/** Returns the milliseconds that `work` takes. */
export function timed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Needs Node with `--expose-gc`; does nothing otherwise. */
export function collectGarbage(): void {
  (globalThis as { gc?: () => void }).gc?.();
}

/** The same time for each contender: slow ones run once, fast ones until the engine has optimized them. */
const warmUpMs = 300;
const warmUpRuns = 30;

/** Returns the wall-clock milliseconds of the first run. */
async function warmUp(run: Contender): Promise<number> {
  const start = performance.now();
  await run();
  const first = performance.now() - start;
  for (let i = 1; i < warmUpRuns && performance.now() - start < warmUpMs; i++) await run();
  return first;
}

const burstRuns = 40;

async function turnOf(run: Contender, burstMs: number): Promise<readonly Run[]> {
  const start = performance.now();
  const figures = [await run()];
  while (figures.length < burstRuns && performance.now() - start < burstMs) figures.push(await run());
  return figures;
}

/** Contenders slower than this run in every third round only: their figures vary little, and they prolong the run. */
const slowMs = 1500;
const slowEvery = 3;

async function measure(bench: Bench): Promise<readonly Figures[]> {
  const isCold = bench.isCold ?? false;
  const rounds = Math.max(isCold ? 1 : minRounds, bench.rounds ?? 7);
  const contenders: readonly (readonly [string, Contender])[] = [
    ['ours', bench.ours],
    ...Object.entries(bench.peers).map(([name, run]) => [`peer ${name}`, run] as const),
    ...(bench.floor === undefined ? [] : [['floor', bench.floor] as const]),
  ];
  const runs = new Map<string, Run[]>(contenders.map(([name]) => [name, []]));
  // Each contender runs until its code is compiled, because the benches measure pages in use.
  const slow = new Set<string>();
  if (!isCold) {
    for (const [name, run] of contenders) if ((await warmUp(run)) > slowMs) slow.add(name);
  }
  // The first round warms the caches and is not counted.
  for (let round = isCold ? 0 : -1; round < rounds; round++) {
    // Rotates the order.
    const first = (round + contenders.length) % contenders.length;
    // Once per round: a full collection of a million objects takes longer than most runs.
    collectGarbage();
    // Concurrent sweeping would slow down the first contender.
    await new Promise((done) => setTimeout(done, settleMs));
    for (let i = 0; i < contenders.length; i++) {
      const contender = contenders[(first + i) % contenders.length];
      if (contender === undefined) continue;
      const [name, run] = contender;
      if (slow.has(name) && round % slowEvery !== 0) continue;
      const figures = await turnOf(run, bench.burstMs ?? 0);
      if (round >= 0) runs.get(name)?.push(...figures);
    }
  }
  const figuresOf = (id: string, unit: string, read: (run: Run) => number): Figures => {
    const of = (name: string): number => median((runs.get(name) ?? []).map(read));
    return {
      id,
      unit,
      ours: of('ours'),
      peers: Object.fromEntries(Object.keys(bench.peers).map((name) => [name, of(`peer ${name}`)])),
      floor: bench.floor === undefined ? null : of('floor'),
    };
  };
  const { id, unit } = bench;
  if (typeof unit === 'string') return [figuresOf(id, unit, (run) => run as number)];
  return Object.entries(unit).map(([name, of]) =>
    figuresOf(`${id}: ${name}`, of, (run) => (run as Readonly<Record<string, number>>)[name] ?? Number.NaN),
  );
}

function show(value: number): string {
  // Counts are not rounded; a missing figure is a dash.
  if (Number.isNaN(value)) return '–';
  if (Number.isInteger(value) && value < 100) return String(value);
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

/** Formats figures in columns, with their ratio to Openbell's. */
function report(figures: Figures): string {
  const { id, unit, ours, peers, floor } = figures;
  // No ratio to 0.
  const ratio = (value: number): string =>
    ours === 0 || Number.isNaN(value) ? '' : `${show(value / ours)} x`;
  const rows: (readonly [string, string, string])[] = [
    ['ours', `${show(ours)} ${unit}`, ''],
    ...Object.entries(peers).map(([name, value]) => [name, `${show(value)} ${unit}`, ratio(value)] as const),
    ...(floor === null ? [] : [['floor', `${show(floor)} ${unit}`, ratio(floor)] as const]),
  ];
  const nameWidth = Math.max(...rows.map(([name]) => name.length));
  const valueWidth = Math.max(...rows.map(([, value]) => value.length));
  const lines = rows.map(([name, value, times]) =>
    `  ${name.padEnd(nameWidth)}  ${value.padStart(valueWidth)}  ${times.padStart(8)}`.trimEnd(),
  );
  return [id, ...lines].join('\n');
}

function optionOf(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name);
  if (at >= 0) return args[at + 1];
  return args.find((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1);
}

/**
 * Runs the benches whose id starts with the prefix of `--only`; all without it. `--json <file>` writes the figures,
 * `--doc` their sections of docs/bench.md.
 */
export async function runBenches(plans: readonly BenchPlan[], args: readonly string[]): Promise<void> {
  const only = optionOf(args, '--only') ?? '';
  const file = optionOf(args, '--json');
  const chosen = plans.filter((plan) => plan.id.startsWith(only));
  if (chosen.length === 0) {
    console.error(
      `No bench id starts with "${only}". Available benches: ${plans.map((plan) => plan.id).join(', ')}`,
    );
    process.exitCode = 1;
    return;
  }
  console.log(
    `Node ${process.version}; medians of interleaved rounds, less is better; ratio = figure / ours`,
  );
  const all: Figures[] = [];
  const ids = plans.map((plan) => plan.id);
  const run = `${new Date().toISOString().slice(0, 10)}, Node ${process.version}`;
  for (const plan of chosen) {
    const bench = await plan.create();
    const figures = await measure(bench);
    const shown = figures.map(report).join('\n\n');
    console.log(`\n${shown}`);
    if (bench.note !== undefined) console.log(`  ${bench.note}`);
    all.push(...figures);
    if (args.includes('--doc')) {
      updateBenchPage(plan.id, { figures: shown, note: bench.note, run }, ids);
    }
    // Written after each bench, so that an interrupted run keeps its figures.
    if (file !== undefined) writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
  }
}
