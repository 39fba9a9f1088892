// Installs the servers that the tests of several processes start. Without them those tests are skipped.
import { spawnSync } from 'node:child_process';
import { apt, hasApt, isRoot } from './apt.mjs';

const isMissing = (program) => spawnSync('which', [program]).status !== 0;
const patience = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10'];

export function ensureTestServers() {
  const missing = ['nats-server', 'caddy'].filter(isMissing);
  if (missing.length === 0 || !hasApt || !isRoot) return;
  console.log(`Installing ${missing.join(' and ')} from Debian’s packages …`);
  const install = [...patience, 'install', '-y', '-qq', '--no-install-recommends', ...missing];
  if (!apt(install, 'ignore') && apt([...patience, 'update', '-qq'], 'ignore')) apt(install, 'ignore');
}
