// Folders with packages of their own (the benches' peers, Lighthouse): too heavy for everybody who clones the project,
// so they are no workspaces, and are installed by the first run of the command that needs them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf, root, run, seconds } from './run.mjs';

/** Installs the packages that a folder's own lockfile names, unless they are there; stops the run when it can't. */
export async function installOwnPackages(folder, what) {
  const stampFile = join(root, folder, 'node_modules', '.installed-from');
  const stamp = hashOf([`${folder}/package.json`, `${folder}/package-lock.json`]);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  const start = performance.now();
  process.stdout.write(`Installing ${what} (the first time this takes about a minute) … `);
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await run('npm', args, { cwd: join(root, folder) });
  if (code !== 0) {
    console.log('failed.');
    console.error(output);
    process.exit(code);
  }
  writeFileSync(stampFile, stamp);
  console.log(seconds(start));
}
