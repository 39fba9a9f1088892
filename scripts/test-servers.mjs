// Installs the servers that the tests of several processes start. Without them those tests are skipped.
import { spawnSync } from 'node:child_process';
import { hasApt, isRoot, tryToInstall } from './apt.mjs';

export function ensureTestServers() {
  const missing = ['nats-server', 'caddy'].filter((name) => spawnSync('which', [name]).status !== 0);
  if (missing.length > 0 && hasApt && isRoot) tryToInstall(missing);
}
