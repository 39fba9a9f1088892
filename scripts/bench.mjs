// `npm run bench`: compares the library's engines with other libraries, as ratios within one run.
// `--only <prefix>` runs the benches whose id starts with it; `--json <file>` writes the figures,
// and `--doc` their sections of docs/bench.md.
import { ensureBrowser } from './browser.mjs';
import { measure } from './measure.mjs';

await measure({
  folder: 'tests/bench',
  libraries: 'the compared libraries',
  program: 'tests/bench/main.ts',
  // Without the second flag, a forced collection discards the compiled code of functions that run once per round.
  flags: ['--expose-gc', '--no-flush-bytecode', '--max-old-space-size=6144'],
  env: { CHROME_PATH: ensureBrowser() },
});
