// Styles mirror in right-to-left pages: they use logical properties. Market tables are left to right everywhere.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import postcss from 'postcss';
import { expect, test } from 'vitest';
import { root } from './read-imports.ts';

/** `dir="ltr"` on their elements: numbers, columns and the tape read left to right in any language. */
const leftToRight = [
  'packages/ui/src/market-data/grid/grid.css',
  'packages/ui/src/market-data/trade-flash/tape.css',
];

const sheets = ['packages/ui/src', 'examples/web/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .map((name) => `${folder}/${name}`),
);

function physical(sheet: string): string[] {
  const found: string[] = [];
  postcss.parse(sheet).walkDecls(({ prop, value }) => {
    const isSide = /^(left|right)$|(^|-)(left|right)(-|$)/.test(prop) && !prop.startsWith('--');
    const isValue =
      /^(text-align|float|clear|justify-content|justify-self)$/.test(prop) && /^(left|right)$/.test(value);
    // Centered, and the notch of a phone, do not mirror.
    const isSymmetric = (prop === 'left' && value === '50%') || value.includes('--ob-safe-');
    if ((isSide || isValue) && !isSymmetric) found.push(`${prop}: ${value}`);
  });
  return found;
}

test.each(sheets.filter((name) => !leftToRight.includes(name)))('%s has no physical property', (name) => {
  expect(physical(readFileSync(join(root, name), 'utf8'))).toEqual([]);
});

test('finds physical properties', () => {
  const sheet =
    'a{left:0;margin-right:1px;border-top-left-radius:2px;text-align:right;left:50%;inset-inline:0}';
  expect(physical(sheet)).toEqual([
    'left: 0',
    'margin-right: 1px',
    'border-top-left-radius: 2px',
    'text-align: right',
  ]);
});
