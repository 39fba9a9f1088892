// The templates of `npm run new`. new-feature.long.test.ts runs the command, and type-checks and tests what it writes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './read-imports.ts';

interface Templates {
  readonly featureFiles: (name: string) => Readonly<Record<string, string>>;
  readonly problemWithName: (name: string, manifest: object) => string | null;
}
// A variable, because scripts have no types.
const templates = join(root, 'scripts/new-feature/templates.mjs');
const { featureFiles, problemWithName }: Templates = await import(templates);

const manifest = JSON.parse(readFileSync(join(root, 'packages/core/package.json'), 'utf8'));

it('generates a feature that imports no library but nanostores', () => {
  // Each library may be imported in one place only (import-rules.test.ts).
  const sources = Object.entries(featureFiles('watch-list')).filter(([path]) =>
    path.startsWith('packages/core/src/watch-list/'),
  );
  const outside = sources.flatMap(([, text]) =>
    [...text.matchAll(/from '([^.'][^']*)'/g)].map(([, name]) => name),
  );
  expect([...new Set(outside)]).toEqual(['nanostores']);
});

it.each([['Watch List'], [''], ['-x']])('rejects the name %j with a hint', (name) => {
  expect(problemWithName(name, manifest)).toContain('kebab case');
});

it('accepts a name in kebab case', () => {
  expect(problemWithName('watch-list', manifest)).toBeNull();
});
