// `npm run build`: builds the packages for publishing, and writes the hash of core's single file to its guide.

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, root, run, seconds } from './run.mjs';

export const packages = ['core', 'testing', 'react-hooks', 'ui'];

/** Builds the packages in the order of their dependencies. Returns the output of the first failure, or null. */
export async function buildPackages() {
  for (const name of packages) {
    const start = performance.now();
    const result = await run(bin('node'), [join(root, 'node_modules/tsup/dist/cli-default.js')], {
      cwd: join(root, 'packages', name),
    });
    if (result.code !== 0) return `@openbell/${name}\n${result.output}`;
    console.log(`  built @openbell/${name} in ${seconds(start)}`);
  }
  writeIntegrity();
  return null;
}

/** Updates the `integrity` of the script tags in the guide to the built file. */
function writeIntegrity() {
  const guide = join(root, 'docs/guides/script-tag.md');
  const file = readFileSync(join(root, 'packages/core/dist/openbell.global.js'));
  const hash = `sha384-${createHash('sha384').update(file).digest('base64')}`;
  const before = readFileSync(guide, 'utf8');
  const after = before.replaceAll(/integrity="sha384-[^"]*"/g, `integrity="${hash}"`);
  if (after !== before) writeFileSync(guide, after);
}

if (import.meta.filename === process.argv[1]) {
  const failure = await buildPackages();
  if (failure !== null) {
    console.error(failure);
    process.exit(1);
  }
}
