// `npm run build`: the three packages, as they are published.

import { join } from 'node:path';
import { bin, root, run, seconds } from './run.mjs';

export const packages = ['core', 'react-hooks', 'ui'];

/** Builds in the order in which they depend on each other. Gives the first failure's output, or null. */
export async function buildPackages() {
  for (const name of packages) {
    const start = performance.now();
    const result = await run(bin('node'), [join(root, 'node_modules/tsup/dist/cli-default.js')], {
      cwd: join(root, 'packages', name),
    });
    if (result.code !== 0) return `@openbell/${name}\n${result.output}`;
    console.log(`  built @openbell/${name} in ${seconds(start)}`);
  }
  return null;
}

if (import.meta.filename === process.argv[1]) {
  const failure = await buildPackages();
  if (failure !== null) {
    console.error(failure);
    process.exit(1);
  }
}
