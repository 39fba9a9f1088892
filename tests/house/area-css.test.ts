// A page loads the stylesheet of its own area and the one of the primitives.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import postcss from 'postcss';
import { expect, test } from 'vitest';
import { root } from './read-imports.ts';

const source = join(root, 'packages/ui/src');
const areas = ['account', 'billing', 'chat', 'content', 'market-data', 'shell'];

function textsOf(area: string, ending: string): string[] {
  return readdirSync(join(source, area), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(join(source, area, name), 'utf8'));
}

/** The classes that an area's stylesheet gives their looks by themselves, not only beside or inside another one. */
function classesStyledIn(area: string): Set<string> {
  const found = new Set<string>();
  for (const text of textsOf(area, '.css')) {
    postcss.parse(text).walkRules(({ selectors }) => {
      for (const selector of selectors) {
        const [, name] = /^\.(ob-[a-z-]+)$/.exec(selector) ?? [];
        if (name !== undefined) found.add(name);
      }
    });
  }
  return found;
}

const styled = new Map([...areas, 'primitives'].map((area) => [area, classesStyledIn(area)]));

test.each(areas)('%s uses no class that only the stylesheet of another area styles', (area) => {
  const used = new Set(
    textsOf(area, '.tsx').flatMap((text) => text.match(/\bob-[a-z]+(?:-[a-z]+)*\b/g) ?? []),
  );
  const isLoaded = (name: string) => styled.get(area)?.has(name) || styled.get('primitives')?.has(name);
  const elsewhere = [...used].filter(
    (name) => !isLoaded(name) && areas.some((other) => styled.get(other)?.has(name)),
  );
  expect(elsewhere).toEqual([]);
});
