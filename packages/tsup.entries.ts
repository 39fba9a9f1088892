import { readFileSync } from 'node:fs';

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
