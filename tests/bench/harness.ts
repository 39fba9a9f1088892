// Runs benches: ours and the peers in turn, round after round, so that a busy minute of the machine hits all alike.
// Ratios count; absolute figures of a shared machine move by a factor of two.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Section, writeSections } from './doc.ts';

/** What one run gives, in the bench's unit (less is better); of several figures, each by its name. */
type Run = number | Readonly<Record<string, number>>;

/** Does the work once and gives its figures. */
type Contender = () => Run | Promise<Run>;

interface Bench {
  readonly id: string;
  /** What a figure counts: `ms`, `ns/event`, …; of several figures, each by its name. */
  readonly unit: string | Readonly<Record<string, string>>;
  readonly ours: Contender;
  readonly peers: Readonly<Record<string, Contender>>;
  /** The least that the machine needs for work of this size, measured in the same run. */
  readonly floor?: Contender;
  /** Measured rounds, at least five. Default 7. */
  readonly rounds?: number;
  /** Each run starts from nothing, in a page of its own, say: no warm-up, every round counts, and few may do. */
  readonly isCold?: boolean;
  /**
   * For work of some milliseconds: each contender runs again and again for so many milliseconds of its turn, and all
   * runs count. Whoever is slower than that runs once. What is measured is then the work, and not the memory that
   * another contender's hundreds of megabytes have pushed out of the caches.
   */
  readonly burstMs?: number;
  /** What a reader must know: a peer that was given less work because it is slow, say. */
  readonly note?: string;
}

/** Builds a bench's data only when it is going to run. */
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

const leastRounds = 5;
const settleMs = 200;

/** Milliseconds that some work takes. */
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

/** Where Node was started with `--expose-gc`. */
export function collectGarbage(): void {
  (globalThis as { gc?: () => void }).gc?.();
}

/** As long for each: what is slow runs once, what is quick until the engine has compiled it for good. */
const warmUpMs = 300;
const warmUpRuns = 30;

/** Milliseconds of the first run, as the clock on the wall has them. */
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

/** Who takes longer than this joins every third round: its figures vary little, and the run's minutes are everyone's. */
const slowMs = 1500;
const slowEvery = 3;

async function measure(bench: Bench): Promise<readonly Figures[]> {
  const isCold = bench.isCold ?? false;
  const rounds = Math.max(isCold ? 1 : leastRounds, bench.rounds ?? 7);
  const contenders: readonly (readonly [string, Contender])[] = [
    ['ours', bench.ours],
    ...Object.entries(bench.peers).map(([name, run]) => [`peer ${name}`, run] as const),
    ...(bench.floor === undefined ? [] : [['floor', bench.floor] as const]),
  ];
  const runs = new Map<string, Run[]>(contenders.map(([name]) => [name, []]));
  // Before the rounds each contender runs until its code is compiled: a page that has been used, not a first click.
  const slow = new Set<string>();
  if (!isCold) {
    for (const [name, run] of contenders) if ((await warmUp(run)) > slowMs) slow.add(name);
  }
  // The first round warms the machine's caches, and does not count.
  for (let round = isCold ? 0 : -1; round < rounds; round++) {
    // Nobody is always first.
    const first = (round + contenders.length) % contenders.length;
    // Once a round: a full collection of a million objects costs more than most of what is measured.
    collectGarbage();
    // The collector sweeps on beside us for a while: whoever is first would pay for it.
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
  // Counts stand as they are; a contender that has no such figure has none.
  if (Number.isNaN(value)) return '–';
  if (Number.isInteger(value) && value < 100) return String(value);
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

/** What was measured, in columns: figures, and how many times a peer takes what we take. */
function report(figures: Figures): string {
  const { id, unit, ours, peers, floor } = figures;
  // How many times nothing something is cannot be said.
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

const page: string = join(import.meta.dirname, '..', '..', 'docs', 'bench.md');

function optionOf(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name);
  if (at >= 0) return args[at + 1];
  return args.find((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1);
}

/**
 * Runs the plans that `--only <prefix>` names, all without it; writes `--json <file>`, and with `--doc` their sections
 * of docs/bench.md.
 */
export async function runBenches(plans: readonly BenchPlan[], args: readonly string[]): Promise<void> {
  const only = optionOf(args, '--only') ?? '';
  const file = optionOf(args, '--json');
  const chosen = plans.filter((plan) => plan.id.startsWith(only));
  if (chosen.length === 0) {
    console.error(
      `No bench's id starts with "${only}". There are: ${plans.map((plan) => plan.id).join(', ')}`,
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
      const section: Section = { figures: shown, note: bench.note, run };
      const old = existsSync(page) ? readFileSync(page, 'utf8') : '';
      writeFileSync(page, writeSections(old, ids, new Map([[plan.id, section]])));
    }
    // Written after each, so that a long run that is cut short leaves what it has.
    if (file !== undefined) writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
  }
}
