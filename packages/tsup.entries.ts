import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Manifest {
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly '@openbell/source'?: string }>>;
}

/** Every entry point that a package's `exports` names, so that what is built and what is published cannot differ. */
export function entriesOf(manifestUrl: URL): Record<string, string> {
  const manifest: Manifest = JSON.parse(readFileSync(manifestUrl, 'utf8'));
  const entries: Record<string, string> = {};
  for (const target of Object.values(manifest.exports)) {
    const source = typeof target === 'string' ? undefined : target['@openbell/source'];
    if (source === undefined) continue;
    entries[source.replace(/^\.\/src\//, '').replace(/\.(tsx?|css)$/, '')] = source.slice(2);
  }
  return entries;
}

/** What a package's `bin` names: programs, which nobody imports and which need no types. */
export function binsOf(manifestUrl: URL): Record<string, string> {
  const { bin = {} }: Manifest = JSON.parse(readFileSync(manifestUrl, 'utf8'));
  const names = Object.values(bin).map((target) => target.replace(/^\.\/dist\/(.*)\.js$/, '$1'));
  return Object.fromEntries(names.map((name) => [name, `src/${name}.ts`]));
}

/**
 * Writes a file for each entry point that exports the entry point, all beside one `tsconfig.json`, and returns the options
 * that build the types from them. tsup's types plugin parses and checks the whole package again for each folder that has an
 * entry point, unless it is the folder of the `tsconfig.json`: this takes core's types from 35 s to 3 s.
 */
export function typesOf(manifestUrl: URL): {
  readonly tsconfig: string;
  readonly dts: { entry: Record<string, string> };
} {
  const folder = new URL('.type-entries/', manifestUrl);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const entry: Record<string, string> = {};
  for (const [name, source] of Object.entries(entriesOf(manifestUrl))) {
    // A stylesheet has no types.
    if (source.endsWith('.css')) continue;
    const file = `.type-entries/${name.replaceAll('/', '.')}.ts`;
    writeFileSync(new URL(file, manifestUrl), `export * from '../${source}';\n`);
    entry[name] = file;
  }
  const tsconfig = new URL('tsconfig.json', folder);
  writeFileSync(tsconfig, JSON.stringify({ extends: '../tsconfig.json' }));
  return { tsconfig: fileURLToPath(tsconfig), dts: { entry } };
}
