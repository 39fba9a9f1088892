// Results of test runs, stored in files: for the list of failures, the slowest files and the conformance table.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTitle } from './titles.ts';

export interface TestResult {
  /** From the root of the repository. */
  readonly file: string;
  /** Without its ids. */
  readonly title: string;
  readonly ids: readonly string[];
  readonly passed: boolean;
}

export interface RunResults {
  readonly tests: readonly TestResult[];
  /** Seconds by file. */
  readonly files: Readonly<Record<string, number>>;
}

const root = join(import.meta.dirname, '../..');
const resultsFolder = join(root, 'test-results/runs');

export function resultOf(file: string, fullTitle: string, passed: boolean): TestResult {
  return { file, ...readTitle(fullTitle), passed };
}

/** Stores the results of a run. Replaces earlier results of the same run and files. */
export function keepResults(run: string, { tests, files }: RunResults): void {
  mkdirSync(resultsFolder, { recursive: true });
  const path = join(resultsFolder, `${run}.json`);
  const before = readRun(path);
  const others = before.tests.filter(({ file }) => !(file in files));
  const fresh = `${path}.${process.pid}`;
  const results: RunResults = { tests: [...others, ...tests], files: { ...before.files, ...files } };
  writeFileSync(fresh, JSON.stringify(results, null, 2));
  renameSync(fresh, path);
}

/** Deletes the results of Vitest projects and Playwright steps. */
export function deleteResults(names: readonly string[]): void {
  for (const name of names.flatMap((own) => [`vitest-${own}`, `playwright-${own}`]))
    rmSync(join(resultsFolder, `${name}.json`), { force: true });
}

/** All stored runs, by name. */
export function readRuns(): Map<string, RunResults> {
  mkdirSync(resultsFolder, { recursive: true });
  const names = readdirSync(resultsFolder).filter((name) => name.endsWith('.json'));
  return new Map(names.sort().map((name) => [name.slice(0, -5), readRun(join(resultsFolder, name))]));
}

export interface FileRun {
  /** The Vitest project or Playwright step. */
  readonly step: string;
  readonly file: string;
  readonly seconds: number;
  readonly failed: readonly TestResult[];
}

/** The test files that have run since `before` was read. */
export function filesRunSince(before: ReadonlyMap<string, RunResults>): FileRun[] {
  return [...readRuns()].flatMap(([run, { files, tests }]) =>
    Object.entries(files)
      .filter(([file, seconds]) => before.get(run)?.files[file] !== seconds)
      .map(([file, seconds]) => ({
        step: run.replace(/^(vitest|playwright)-/, ''),
        file,
        seconds,
        failed: tests.filter((test) => test.file === file && !test.passed),
      })),
  );
}

function readRun(path: string): RunResults {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // No results yet.
    return { tests: [], files: {} };
  }
}
