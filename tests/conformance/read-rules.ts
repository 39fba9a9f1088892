// Reads the rules of the specification from docs/specification.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Page, type PageRules, readIndex, readPage } from './read-page.ts';

const folder = join(import.meta.dirname, '../../docs/specification');
const index = 'README.md';

const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

/** The pages of the specification, in the order of its index. */
export function readPages(): Page[] {
  return readIndex(read(index));
}

/** Every rule of every page, and what is wrong with the pages. */
export function readRules(): PageRules {
  const pages = readPages();
  const listed = new Set([index, ...pages.map(({ file }) => file)]);
  const parsed = pages.map((page) => readPage(page, read(page.file)));
  return {
    rules: parsed.flatMap(({ rules }) => rules),
    problems: [
      ...readdirSync(folder)
        .filter((file) => !listed.has(file))
        .map((file) => `${index} does not list ${file}`),
      ...parsed.flatMap(({ problems }) => problems),
    ],
  };
}
