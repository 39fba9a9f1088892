// `npm run build`: builds the packages for publishing.
import { join } from 'node:path';
import { bin, root, run, seconds } from './run.mjs';

export const packages = ['core', 'testing', 'react-hooks', 'ui'];

/** Builds the packages, all at once, as each reads the sources of the others. Returns the output of the first failure, or null. */
export async function buildPackages() {
  const failures = await Promise.all(
    packages.map(async (name) => {
      const start = performance.now();
      const result = await run(bin('node'), [join(root, 'node_modules/tsup/dist/cli-default.js')], {
        cwd: join(root, 'packages', name),
      });
      if (result.code !== 0) return `@openbell/${name}\n${result.output}`;
      console.log(`  built @openbell/${name} in ${seconds(start)}`);
      return null;
    }),
  );
  return failures.find((failure) => failure !== null) ?? null;
}

if (import.meta.filename === process.argv[1]) {
  const failure = await buildPackages();
  if (failure !== null) {
    console.error(failure);
    process.exit(1);
  }
}
