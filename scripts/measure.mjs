// Runs the programs of `npm run bench` and `npm run load`, which compare other libraries.
import { spawn } from 'node:child_process';
import { buildWeb } from './build-web.mjs';
import { installOwnPackages } from './own-packages.mjs';
import { bin, root, run, sourceCondition } from './run.mjs';

/** Installs the libraries of a folder, checks its types, builds the app, and runs a program with the command's arguments. */
export async function measure({ folder, libraries, program, flags = [], env = {} }) {
  await installOwnPackages(folder, libraries);
  const types = await run(process.execPath, ['node_modules/typescript7/bin/tsc', '-p', folder, '--noEmit']);
  if (types.code !== 0) {
    console.error(types.output);
    process.exit(types.code);
  }
  await buildWeb();
  const child = spawn(bin('node'), [sourceCondition, ...flags, program, ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));
}
