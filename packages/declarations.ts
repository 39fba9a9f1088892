import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { entriesOf } from './tsup.entries.ts';

const emitted = join(import.meta.dirname, '../node_modules/.cache/declarations');

/**
 * Copies the declarations that a package's entry points lead to into its `dist`, from the output of
 * `tsc -p tsconfig.declarations.json`.
 *
 * One program for all packages takes 6 s of processor time, tsup's own types, with a program for each package, 43 s.
 */
export function publishDeclarations(name: string): void {
  const from = join(emitted, name, 'src');
  const to = join(import.meta.dirname, name, 'dist');
  // A stylesheet has no types.
  const sources = Object.values(entriesOf(new URL(`./${name}/package.json`, import.meta.url)))
    .filter((source) => !source.endsWith('.css'))
    .map((source) => relative('src', source));
  const found = new Set(sources);
  for (const source of found) {
    const file = source.replace(/\.tsx?$/, '.d.ts');
    const text = readFileSync(join(from, file), 'utf8');
    const published = text.replaceAll(
      /\b(from ['"]|import\(")(\.[^'"]+)\.(tsx?)(?=['"])/g,
      (_, before: string, path: string, ending: string) => {
        found.add(join(dirname(source), `${path}.${ending}`));
        return `${before}${path}.js`;
      },
    );
    mkdirSync(dirname(join(to, file)), { recursive: true });
    writeFileSync(join(to, file), published);
  }
}
