// A sibling selector that ends in `*` makes the browser restyle the neighbors of each added or removed element on the
// page: it doubled the style cost of a scrolling chat.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import postcss from 'postcss';
import { expect, test } from 'vitest';
import { root } from './read-imports.ts';

const folder = 'packages/ui/src';
const sheets = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.css'),
);

/** The selectors in which `+` or `~` is followed by an element without a type, class, id or attribute. */
function universalSiblings(sheet: string): string[] {
  const found: string[] = [];
  postcss.parse(sheet).walkRules(({ selectors }) => {
    found.push(...selectors.filter((selector) => /[+~]\s*(?:\*|:(?!is\(|where\())/.test(selector)));
  });
  return found;
}

test.each(sheets)('%s has no universal sibling selector', (name) => {
  expect(universalSiblings(readFileSync(join(root, folder, name), 'utf8'))).toEqual([]);
});

test('finds universal sibling selectors', () => {
  const sheet = '.a > * + *{} .a ~ :hover{} .a + .b{} .a + :is(.b, .c){} .a:nth-child(2n + 1) > *{}';
  expect(universalSiblings(sheet)).toEqual(['.a > * + *', '.a ~ :hover']);
});
