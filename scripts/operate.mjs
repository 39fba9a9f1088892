// `npm run operate -- <command>`: the commands of the operator, for the running server; `--help` lists them.
import { spawnSync } from 'node:child_process';
import { bin, root, sourceCondition } from './run.mjs';

const { status } = spawnSync(
  bin('node'),
  [sourceCondition, 'examples/server/src/operate-cli/main.ts', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
);
process.exit(status ?? 1);
