// The accessibility report has every criterion of WCAG 2.2 A and AA once, and names existing tests.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './read-imports.ts';

const report = readFileSync(join(root, 'docs/accessibility.md'), 'utf8');

/** By guideline: the numbers of its criteria of levels A and AA. 4.1.1 is gone since 2.2. */
const criteria: Readonly<Record<string, readonly number[]>> = {
  '1.1': [1],
  '1.2': [1, 2, 3, 4, 5],
  '1.3': [1, 2, 3, 4, 5],
  '1.4': [1, 2, 3, 4, 5, 10, 11, 12, 13],
  '2.1': [1, 2, 4],
  '2.2': [1, 2],
  '2.3': [1],
  '2.4': [1, 2, 3, 4, 5, 6, 7, 11],
  '2.5': [1, 2, 3, 4, 7, 8],
  '3.1': [1, 2],
  '3.2': [1, 2, 3, 4, 6],
  '3.3': [1, 2, 3, 4, 7, 8],
  '4.1': [2, 3],
};

test('has every criterion once, with a result', () => {
  const rows = [...report.matchAll(/^\| (\d\.\d\.\d+) .*\| +(Supports|Partly|Not applicable)[^|]*\|$/gm)];
  expect(rows.map(([, id]) => id)).toEqual(
    Object.entries(criteria).flatMap(([guideline, numbers]) => numbers.map((one) => `${guideline}.${one}`)),
  );
  for (const [row, , result] of rows) if (result === 'Partly') expect(row).toContain('Partly:');
});

test('names existing files and known kinds of tests', () => {
  const kinds = [...report.matchAll(/^\| ([a-z, ]+?) +\| .*\| (`.*`|) *\|$/gm)];
  const known = new Set(kinds.flatMap(([, name = '']) => name.split(', ')));
  for (const [, , files = ''] of kinds)
    for (const [, file = ''] of files.matchAll(/`([^`]+)`/g))
      expect(existsSync(join(root, file)), file).toBe(true);
  for (const [, tests = ''] of report.matchAll(/^\| \d\.\d\.\d+ [^|]*\| ([a-z, ]*[a-z]) *\|/gm))
    for (const name of tests.split(', ')) expect(known, name).toContain(name);
});
