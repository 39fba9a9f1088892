// Results of test runs by rule, stored in files until the table is written.
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
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

const root = join(import.meta.dirname, '../..');
const resultsFolder = join(root, 'test-results/conformance');

/** A result, when the title names a rule. */
export function resultOf(file: string, fullTitle: string, passed: boolean): TestResult[] {
  const { title, ids } = readTitle(fullTitle);
  return ids.length === 0 ? [] : [{ file, title, ids, passed }];
}

/** Stores the results of a run. Replaces earlier results of the same files. */
export function storeResults(run: string, files: ReadonlySet<string>, results: readonly TestResult[]): void {
  mkdirSync(resultsFolder, { recursive: true });
  const path = join(resultsFolder, `${run}.json`);
  const others = readRun(path).filter((result) => !files.has(result.file));
  const fresh = `${path}.${process.pid}`;
  writeFileSync(fresh, JSON.stringify([...others, ...results], null, 2));
  renameSync(fresh, path);
}

export function readResults(): TestResult[] {
  mkdirSync(resultsFolder, { recursive: true });
  const names = readdirSync(resultsFolder).filter((name) => name.endsWith('.json'));
  return names.sort().flatMap((name) => readRun(join(resultsFolder, name)));
}

function readRun(path: string): TestResult[] {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // No results yet.
    return [];
  }
}
