import { readFileSync } from 'node:fs';

interface Manifest {
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
