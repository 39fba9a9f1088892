// Installs packages on Debian and its relatives.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export const isRoot = process.getuid?.() === 0;
export const hasApt = process.platform === 'linux' && existsSync('/usr/bin/apt-get');

/** Runs apt-get, by sudo without a password if needed. Returns whether it succeeded. */
export function apt(args, stdio = 'inherit') {
  const command = isRoot ? 'apt-get' : 'sudo';
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, isRoot ? args : ['-n', 'apt-get', ...args], { stdio, env }).status === 0;
}

/** Tries to install packages, without long waits for a slow network. The caller looks for what they contain. */
export function tryToInstall(names) {
  console.log(`Installing ${names.join(', ')} from Debian’s packages …`);
  const patience = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10'];
  const install = [...patience, 'install', '-y', '-qq', '--no-install-recommends', ...names];
  if (!apt(install, 'ignore') && apt([...patience, 'update', '-qq'], 'ignore')) apt(install, 'ignore');
}
