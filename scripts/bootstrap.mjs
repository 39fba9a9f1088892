// Runs before `npm start`, `npm run dev` and `npm test`, on whatever Node the machine has (20 or newer): installs
// what is missing, Node 24 included (a platform package among the optional dependencies; npm then puts it on the
// path of the command that follows). Nothing is done when nothing has changed since the last time.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stampFile = join(root, 'node_modules', '.bootstrap');

const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 20) {
  console.error(`Openbell needs Node 20 or newer to install itself; this is ${process.version}.`);
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
  console.log('Installing what Openbell needs (the first time this takes about a minute) …');
  // `npm ci` refuses a lockfile that lacks other platforms' binaries, which some registries do not carry;
  // `install --no-save` takes the same locked versions and leaves the lockfile alone.
  const npm = process.env.npm_execpath;
  const args = ['install', '--no-save', '--include=dev', '--include=optional', '--loglevel=error'];
  const result =
    npm === undefined
      ? spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
      : spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' });
  if (result.status !== 0) {
    console.error(
      'The installation failed. Its own message is above; run the command again once that is mended.',
    );
    process.exit(result.status ?? 1);
  }
  writeFileSync(stampFile, stamp);
}
