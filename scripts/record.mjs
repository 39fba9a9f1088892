// `npm run record`: records what `npm test` compares and what follows from the sources: sizes, the export surface, the
// documents of the contract, and missing pictures. Review the changes before you commit them.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bin, root, run, sourceCondition } from './run.mjs';

// Fails with an argument.
parseArgs();
const node = bin('node');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const steps = [
  ['documents of the contract', [sourceCondition, 'scripts/contract-docs/main.ts']],
  ['export surface', [vitest, 'run', '--project', 'imports', 'tests/house/import-purity.test.ts']],
  ['sizes', ['scripts/sizes.mjs', '--record']],
  ['missing pictures', ['scripts/visual.mjs', '--missing']],
];
for (const [name, args] of steps) {
  console.log(`▸ ${name} …`);
  const { code, output } = await run(node, args, { env: { OPENBELL_RECORD: '1' } });
  if (code === 0) continue;
  console.error(output);
  process.exit(code);
}
