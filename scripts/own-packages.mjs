// Folders with their own packages (compared libraries of the benches, Lighthouse). They are not workspaces, because they
// are large; the first run of a command that needs them installs them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf, root, run, seconds } from './run.mjs';

/** Installs the packages of a folder's lockfile unless they are installed. Exits when that fails. */
export async function installOwnPackages(folder, what) {
  const stampFile = join(root, folder, 'node_modules', '.installed-from');
  const stamp = hashOf([`${folder}/package.json`, `${folder}/package-lock.json`]);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  const start = performance.now();
  process.stdout.write(`Installing ${what} (about one minute) … `);
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
