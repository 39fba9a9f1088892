// `npm run test:repeat -- 10 [--busy] [--long] [step …]`: runs `npm test` or single steps several times, with `--busy` beside
// a process that keeps one core busy, and lists each test that was ever red. Outputs are in test-repeat/.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { filesRunSince, readRuns } from '../tests/conformance/results.ts';
import { bin, root, run, seconds } from './run.mjs';

const { values, positionals } = parseArgs({
  options: { busy: { type: 'boolean', default: false }, long: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [times = '', ...steps] = positionals;
if (!/^[1-9]\d*$/.test(times)) {
  console.error('How many times? For example: npm run test:repeat -- 10 --busy');
  process.exit(1);
}

const node = bin('node');
const busy = values.busy ? spawn(node, ['-e', 'for (;;);'], { stdio: 'ignore' }) : null;
process.on('exit', () => busy?.kill('SIGKILL'));
const folder = join(root, 'test-repeat');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);

/** How often each test was red, and in which runs. */
const reds = new Map();
for (let count = 1; count <= Number(times); count += 1) {
  const start = performance.now();
  const before = readRuns();
  const args = ['scripts/test.mjs', ...(values.long ? ['--long'] : []), ...steps];
  const { code, output } = await run(node, args);
  const log = join(folder, `${count}.log`);
  writeFileSync(log, stripVTControlCharacters(output));
  const red = filesRunSince(before)
    .flatMap(({ failed }) => failed)
    .map(({ file, title }) => `${file} › ${title}`);
  if (code !== 0 && red.length === 0) red.push('a step without tests');
  for (const name of new Set(red)) reds.set(name, [...(reds.get(name) ?? []), log]);
  console.log(`${count} of ${times}: ${code === 0 ? 'green' : `red (${red.length})`}, ${seconds(start)}`);
}
for (const [name, logs] of reds)
  console.log(`${logs.length} of ${times} red: ${name}\n  ${logs.join('\n  ')}`);
console.log(reds.size === 0 ? 'No test was red.' : `${reds.size} tests were red at least once.`);
process.exit(reds.size === 0 ? 0 : 1);
