// The exported names of the packages. A change affects every embedder: make it on purpose, and update the list in the same
// commit (CONTRIBUTING.md has the command).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './read-imports.ts';

function entriesOf(name: string): string[] {
  const manifest: { readonly exports: Readonly<Record<string, unknown>> } = JSON.parse(
    readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'),
  );
  return Object.keys(manifest.exports)
    .filter((entry) => !entry.endsWith('.json'))
    .map((entry) => entry.replace(/^\./, `@openbell/${name}`));
}

test.each(['core', 'testing', 'react-hooks', 'ui'])(
  '@openbell/%s exports the listed values',
  async (name) => {
    const lines: string[] = [];
    for (const entry of entriesOf(name)) {
      // A stylesheet has no exports.
      const loaded: Record<string, unknown> = entry.endsWith('.css')
        ? {}
        : await import(/* @vite-ignore */ entry);
      lines.push(
        entry,
        ...Object.keys(loaded)
          .sort()
          .map((key) => `  ${key}`),
      );
    }
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`export-surface.${name}.txt`);
  },
);
