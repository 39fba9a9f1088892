// `npm run bench`: compares the library's engines with other libraries, as ratios within one run.
// `--only <prefix>` runs the benches whose id starts with it; `--json <file>` writes the figures,
// and `--doc` their sections of docs/bench.md.
import { spawn } from 'node:child_process';
import { ensureBrowser } from './browser.mjs';
import { buildWeb } from './build-web.mjs';
import { installOwnPackages } from './own-packages.mjs';
import { bin, root, run, sourceCondition } from './run.mjs';

await installOwnPackages('tests/bench', 'the compared libraries');
const types = await run(process.execPath, ['node_modules/typescript7/bin/tsc', '-p', 'tests/bench']);
if (types.code !== 0) {
  console.error(types.output);
  process.exit(types.code);
}

await buildWeb();

const bench = spawn(
  bin('node'),
  [
    sourceCondition,
    '--expose-gc',
    // Without this flag, a forced collection discards the compiled code of functions that run once per round.
    '--no-flush-bytecode',
    '--max-old-space-size=6144',
    'tests/bench/main.ts',
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, CHROME_PATH: ensureBrowser() } },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => bench.kill(signal));
bench.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));
