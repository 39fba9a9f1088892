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
