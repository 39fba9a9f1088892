// `npm run bench`: our engines beside their peers, in one run, as ratios.
// `--only <prefix>` runs the benches whose id starts so; `--json <file>` also writes the figures.
import { spawn } from 'node:child_process';
import { root, sourceCondition } from './run.mjs';

const bench = spawn(
  process.execPath,
  [
    sourceCondition,
    '--expose-gc',
    // Collecting on purpose would otherwise throw the compiled code of what runs once a round away.
    '--no-flush-bytecode',
    '--max-old-space-size=6144',
    'tests/bench/main.ts',
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit' },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => bench.kill(signal));
bench.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));
