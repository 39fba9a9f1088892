import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { idsInSource } from './titles.ts';

const root = join(import.meta.dirname, '../..');

/** A test file, and a rule that the title of one of its tests names. */
export interface Claim {
  readonly file: string;
  readonly id: string;
}

/** What the test files claim to prove, as they are written: no test runs for this. */
export function readClaims(): Claim[] {
  return readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(test|spec)\.tsx?$/.test(name) && !name.includes('node_modules'))
    .map((name) => `tests/${name.replaceAll('\\', '/')}`)
    .sort()
    .flatMap((file) => claimsOf(file));
}

function claimsOf(file: string): Claim[] {
  const ids = new Set(idsInSource(readFileSync(join(root, file), 'utf8')));
  return [...ids].map((id) => ({ file, id }));
}
