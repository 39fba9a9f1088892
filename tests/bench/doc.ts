// Writes docs/bench.md: one section per bench.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const head = `# Bench results

Written by \`npm run bench -- --doc\`. "ours" is Openbell. Each bench runs Openbell and the other libraries in turn on a
shared machine with two cores. Figures are medians; less is better. The last column is the figure divided by Openbell's.
Absolute figures vary by a factor of two between runs, so compare the ratios. A run of some benches (\`--only <prefix>\`)
updates only their sections; each section has its date. A dash means that the library failed or never reached the
measured state. The last sections are written by \`npm run load -- --doc\`.
`;

export interface Section {
  /** The figures as printed, in columns. */
  readonly figures: string;
  readonly note?: string | undefined;
  /** The date and the Node version of the run. */
  readonly run: string;
}

function markdownOf({ figures, note, run }: Section): string {
  return [`\`\`\`text\n${figures.trim()}\n\`\`\``, ...(note === undefined ? [] : [note]), `${run}.`].join(
    '\n\n',
  );
}

/** Returns the sections of a page by heading. */
function sectionsOf(page: string): Map<string, string> {
  const [, ...parts] = page.split(/^## /m);
  return new Map(
    parts.map((part) => {
      const end = part.indexOf('\n');
      return [part.slice(0, end).trim(), part.slice(end).trim()] as const;
    }),
  );
}

/** Sections of `npm run load -- --doc`, after those of the benches. */
const loadIds = ['load-postgres', 'load-pglite'];

const page: string = join(import.meta.dirname, '..', '..', 'docs', 'bench.md');

/** Writes one section of docs/bench.md. `benchIds` are the benches that exist; without them, all sections stay. */
export function updateBenchPage(id: string, section: Section, benchIds?: readonly string[]): void {
  const old = existsSync(page) ? readFileSync(page, 'utf8') : '';
  const ids = benchIds ?? [...sectionsOf(old).keys()].filter((one) => !loadIds.includes(one));
  writeFileSync(page, writeSections(old, [...ids, ...loadIds], new Map([[id, section]])));
}

/** Returns the page with updated sections in the order of `ids`, without those of removed benches. */
function writeSections(page: string, ids: readonly string[], measured: ReadonlyMap<string, Section>): string {
  const all = sectionsOf(page);
  for (const [id, section] of measured) all.set(id, markdownOf(section));
  const sections = ids.flatMap((id) => {
    const body = all.get(id);
    return body === undefined ? [] : [`## ${id}\n\n${body}\n`];
  });
  return [head, ...sections].join('\n');
}
