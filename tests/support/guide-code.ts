// Imports the code of documents in tests: `virtual:docs/guides/hooks.md#2` is the third TSX block of that file.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const root = join(import.meta.dirname, '../..');

/** Returns the TSX blocks of a document, whose path starts at the repository's root. */
export function tsxBlocksOf(path: string): readonly string[] {
  const text = readFileSync(join(root, path), 'utf8');
  return [...text.matchAll(/^```tsx\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
}

/** A Vite plugin that resolves the imports. */
export function guideCode(): Plugin {
  const suffix = /((?:docs|packages)\/.*\.md)\.(\d+)\.tsx$/;
  return {
    name: 'guide-code',
    enforce: 'pre',
    resolveId(id) {
      const [, path, index] = /^virtual:(.*)#(\d+)$/.exec(id) ?? [];
      return path === undefined ? null : `${join(root, path)}.${index}.tsx`;
    },
    load(id) {
      const [, path = '', index] = suffix.exec(id) ?? [];
      return index === undefined ? null : tsxBlocksOf(path)[Number(index)];
    },
  };
}
