// What a run of tests says about the rules that its titles name, kept in files until the table is made.
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

/** Keeps what a run has shown; what an earlier run showed about the same files goes. */
export function keepResults(run: string, files: ReadonlySet<string>, results: readonly TestResult[]): void {
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
    // Nothing kept yet.
    return [];
  }
}
