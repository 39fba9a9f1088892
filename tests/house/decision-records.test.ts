// docs/decisions: numbers without gaps, one structure, and an index that lists every record.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './read-imports.ts';

const folder = join(root, 'docs/decisions');
const names = readdirSync(folder)
  .filter((name) => name !== 'README.md')
  .sort();
const records = names.map((name) => {
  const text = readFileSync(join(folder, name), 'utf8');
  const [, number = '', title = ''] = /^# (\d+)\. (.+)\n/.exec(text) ?? [];
  return { name, text, number: Number(number), title };
});

test('numbers the records from 1 without gaps', () => {
  expect(records.length).toBeGreaterThan(20);
  expect(records.map(({ number }) => number)).toEqual(records.map((_, index) => index + 1));
  for (const { name, number } of records)
    expect(name).toMatch(new RegExp(`^${String(number).padStart(4, '0')}-[a-z0-9-]+\\.md$`));
});

test('lists each record in the index with its number and title', () => {
  const index = readFileSync(join(folder, 'README.md'), 'utf8');
  const listed = [...index.matchAll(/^\| +(\d+) \| \[(.+)\]\((\S+)\) +\| (.*\S) +\|$/gm)].map(
    ([, number, title, name]) => ({ number: Number(number), title, name }),
  );
  expect(listed).toEqual(records.map(({ number, title, name }) => ({ number, title, name })));
});

test.each(records)('$name has the three headings and at most 60 lines', ({ text }) => {
  const headings = [...text.matchAll(/^#{2,} (.+)$/gm)].map(([, heading]) => heading);
  expect(headings.filter((heading) => heading !== 'Figures')).toEqual([
    'Context',
    'Decision',
    'Consequences',
  ]);
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
});

test('source files and documents name records by their file names', () => {
  const named = [...readFiles()].flatMap(({ path, text }) =>
    [...text.matchAll(/docs\/decisions\/(\d[\w-]*(?:\.md)?)/g)].map(([, name = '']) => ({ path, name })),
  );
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter(({ name }) => !names.includes(name))).toEqual([]);
});

/** Source files and documents of the repository. */
function* readFiles() {
  for (const part of ['packages', 'examples', 'scripts', 'tests', 'docs']) {
    for (const entry of readdirSync(join(root, part), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (!entry.isFile() || /node_modules|\/dist\/|docs\/api/.test(path) || !/\.(?:tsx?|mjs|md)$/.test(path))
        continue;
      yield { path, text: readFileSync(path, 'utf8') };
    }
  }
}
