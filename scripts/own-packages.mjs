// Folders with their own packages (compared libraries of the benches, Lighthouse). They are not workspaces, because they
// are large; the first run of a command that needs them installs them.
import { join } from 'node:path';
import { root, runOnceFor } from './run.mjs';

const install = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];

/** Installs the packages of a folder's lockfile unless they are installed. Exits when that fails. */
export const installOwnPackages = (folder, what) =>
  runOnceFor(
    [`${folder}/package.json`, `${folder}/package-lock.json`],
    join(root, folder, 'node_modules', '.installed-from'),
    `Installing ${what} (about one minute)`,
    'npm',
    install,
    { cwd: join(root, folder) },
  );
