// The table of routes in the specification, by whom they are for.
import { readFileSync } from 'node:fs';

const page = readFileSync('docs/specification/access-and-errors.md', 'utf8');
const [, table = ''] =
  page
    .split('\n## ')
    .find((section) => section.startsWith('Routes\n'))
    ?.split('\n\n') ?? [];

/** The paths of the row `| … | viewer |`, with 7 in place of each parameter. Aliases in brackets are left out. */
export function routesFor(viewer: 'everyone' | 'visitors' | 'members' | 'subscribers'): string[] {
  const row = table.split('\n').find((line) => line.split('|')[2]?.trim() === viewer);
  if (row === undefined) throw new Error(`The specification has no routes for ${viewer}.`);
  const paths = row.replace(/\(.*?\)/g, '').matchAll(/`([^`]+)`/g);
  return [...paths].map(([, path = '']) => path.replace(/\{\w+\}/g, '7'));
}
