// The exported names of the packages. A removed name breaks embedders: remove it on purpose, and run `npm run record` in the
// same commit. A new name only is noted.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isRecording, noteUnrecorded } from '../support/unrecorded.ts';
import { root } from './read-imports.ts';

function entriesOf(name: string): string[] {
  const manifest: { readonly exports: Readonly<Record<string, unknown>> } = JSON.parse(
    readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'),
  );
  return Object.keys(manifest.exports)
    .filter((entry) => !entry.endsWith('.json'))
    .map((entry) => entry.replace(/^\./, `@openbell/${name}`));
}

/** `<entry point> <name>` for each line of a list, where names are indented below their entry point. */
function namesIn(list: string): string[] {
  let entry = '';
  return list
    .trimEnd()
    .split('\n')
    .map((line) => {
      if (!line.startsWith(' ')) entry = line;
      return line.startsWith(' ') ? `${entry} ${line.trim()}` : line;
    });
}

test.each(['core', 'testing', 'react-hooks', 'ui'])(
  '@openbell/%s exports every recorded name',
  async (name) => {
    const lines: string[] = [];
    for (const entry of entriesOf(name)) {
      // A stylesheet has no exports.
      const loaded: Record<string, unknown> = entry.endsWith('.css')
        ? {}
        : await import(/* @vite-ignore */ entry);
      const names = Object.keys(loaded).sort();
      lines.push(entry, ...names.map((key) => `  ${key}`));
    }
    const list = `${lines.join('\n')}\n`;
    const file = join(root, `tests/house/export-surface.${name}.txt`);
    if (isRecording) writeFileSync(file, list);
    const recorded = namesIn(readFileSync(file, 'utf8'));
    const exported = namesIn(list);
    expect(recorded.filter((key) => !exported.includes(key))).toEqual([]);
    for (const key of exported.filter((found) => !recorded.includes(found)))
      noteUnrecorded(`new export: ${key}`);
  },
);
