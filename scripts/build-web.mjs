// Builds the reference app, unless its sources are unchanged since the last build.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, hashOf, root, run, seconds, sourceCondition } from './run.mjs';

const stampFile = join(root, 'examples/web/dist/.built-from');

export async function buildWeb() {
  const stamp = hashOf(['packages', 'examples/web', 'package-lock.json']);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  const start = performance.now();
  process.stdout.write('Building the app … ');
  const result = await run(bin('node'), [sourceCondition, 'examples/web/build.ts']);
  if (result.code !== 0) {
    console.log('failed.');
    console.error(result.output);
    process.exit(result.code);
  }
  writeFileSync(stampFile, stamp);
  console.log(seconds(start));
}
