// Runs before `npm start`, `npm run dev` and `npm test` with Node 20 or newer. Installs missing packages, including Node 24
// (an optional dependency, which npm puts on the path of the next command). Does nothing when the lockfile is unchanged.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stampFile = join(root, 'node_modules', '.bootstrap');

const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 20) {
  console.error(`Openbell requires Node 20 or newer to install; this is ${process.version}.`);
  process.exit(1);
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const hash = createHash('sha256').update(`${process.platform}-${process.arch}`);
for (const file of [
  'package.json',
  'package-lock.json',
  ...manifest.workspaces.map((name) => `${name}/package.json`),
]) {
  if (existsSync(join(root, file))) hash.update(readFileSync(join(root, file)));
}
const stamp = hash.digest('hex');

if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp) {
  console.log('Installing dependencies (about one minute) …');
  // `npm ci` rejects a lockfile without the binaries of other platforms, which some registries do not have.
  // `install --no-save` installs the same versions and does not change the lockfile.
  const npm = process.env.npm_execpath;
  const args = ['install', '--no-save', '--include=dev', '--include=optional', '--loglevel=error'];
  const result =
    npm === undefined
      ? spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
      : spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' });
  if (result.status !== 0) {
    console.error('The installation failed; see the error above. Fix it and run the command again.');
    process.exit(result.status ?? 1);
  }
  writeFileSync(stampFile, stamp);
}
