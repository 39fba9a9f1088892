import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { titlesInSource } from './titles.ts';

const root = join(import.meta.dirname, '../..');

/** A test file, and a rule that titles of its tests name. */
export interface Claim {
  readonly file: string;
  readonly id: string;
  /** The titles, without their ids. */
  readonly titles: readonly string[];
}

/** Reads the rules that test titles name from the sources, without running the tests. */
export function readClaims(): Claim[] {
  return readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(test|spec)\.tsx?$/.test(name) && !name.includes('node_modules'))
    .map((name) => `tests/${name.replaceAll('\\', '/')}`)
    .sort()
    .flatMap((file) => claimsOf(file, readFileSync(join(root, file), 'utf8')));
}

/** One claim for each rule that a test file names. */
export function claimsOf(file: string, source: string): Claim[] {
  const titles = new Map<string, string[]>();
  for (const { title, ids } of titlesInSource(source))
    for (const id of ids) titles.set(id, [...(titles.get(id) ?? []), title]);
  return [...titles].map(([id, named]) => ({ file, id, titles: named.filter((title) => title !== '') }));
}
