import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Rule } from './rule.ts';

const folder = join(import.meta.dirname, 'rules');

/** Every rule of every area: all lists that the files in `rules/` export. */
export async function readRules(): Promise<Rule[]> {
  const areas = await Promise.all(
    readdirSync(folder)
      .filter((name) => name.endsWith('.ts'))
      .sort()
      .map(
        (name): Promise<Record<string, readonly Rule[]>> => import(pathToFileURL(join(folder, name)).href),
      ),
  );
  return areas.flatMap((area) => Object.values(area).flat());
}
