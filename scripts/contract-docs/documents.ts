import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asyncApi } from './asyncapi.ts';
import { openApi } from './openapi.ts';

/** The documents of the contract, by file name, as they are committed. */
export function contractDocuments(): Readonly<Record<'openapi.json' | 'asyncapi.json', string>> {
  const manifest = join(import.meta.dirname, '../../packages/core/package.json');
  const { version }: { readonly version: string } = JSON.parse(readFileSync(manifest, 'utf8'));
  const write = (document: object): string => `${JSON.stringify(document, null, 2)}\n`;
  return { 'openapi.json': write(openApi(version)), 'asyncapi.json': write(asyncApi(version)) };
}
