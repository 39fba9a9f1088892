// `npm run load`: measures the reference server with thousands of members, beside `ws`, socket.io and bare hono.
// `--sockets <n>` members online in the largest group, `--members <n>` members of each group (at least those online),
// `--processes <n>` server processes, `--database postgres|pglite`,
// `--only <prefix>`, `--runs <n>` (prints medians), `--json <file>`, `--doc` (a section of docs/bench.md). `--soak <minutes>` runs a third of the capacity for so long instead.
import { spawn } from 'node:child_process';
import { buildWeb } from './build-web.mjs';
import { installOwnPackages } from './own-packages.mjs';
import { bin, root, run, sourceCondition } from './run.mjs';

await installOwnPackages('tests/load/peers', 'socket.io');
const types = await run(process.execPath, [
  'node_modules/typescript7/bin/tsc',
  '-p',
  'tests/load/peers',
  '--noEmit',
]);
if (types.code !== 0) {
  console.error(types.output);
  process.exit(types.code);
}
await buildWeb();

const load = spawn(bin('node'), [sourceCondition, 'tests/load/main.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => load.kill(signal));
load.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));
