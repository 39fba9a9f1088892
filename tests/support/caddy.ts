// Caddy with the Caddyfile of examples/deploy, in front of several processes.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from './until.ts';

const caddyfile = join(import.meta.dirname, '../../examples/deploy/Caddyfile');

/** Whether `caddy` is installed. */
export const hasCaddy: boolean = spawnSync('caddy', ['version']).status === 0;

if (!hasCaddy) console.warn('No Caddy on this machine: several processes behind a proxy are not tested.');

export interface TestCaddy {
  /** The file with the certificate of its authority. */
  readonly authority: string;
  /** Everything logged so far. */
  log(): string;
  stop(): Promise<void>;
}

export interface CaddyOptions {
  /** A folder for its data. */
  readonly folder: string;
  /** The port of `localhost` that it serves with TLS. */
  readonly port: number;
  /** The processes as `host:port`. */
  readonly upstreams: readonly string[];
}

/** Starts Caddy; it has its certificate, and may still be waiting for the processes. */
export async function startCaddy({ folder, port, upstreams }: CaddyOptions): Promise<TestCaddy> {
  const caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', caddyfile], {
    env: {
      ...process.env,
      HOME: folder,
      XDG_DATA_HOME: join(folder, 'caddy'),
      XDG_CONFIG_HOME: join(folder, 'caddy-config'),
      CADDY_GLOBAL: 'admin off\nskip_install_trust\nauto_https disable_redirects',
      OPENBELL_SITE: `localhost:${port}`,
      OPENBELL_UPSTREAMS: upstreams.join(' '),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  caddy.stderr.on('data', (chunk) => {
    log += String(chunk);
  });
  const authority = join(folder, 'caddy/caddy/pki/authorities/local/root.crt');
  await until(() => access(authority));
  return {
    authority,
    log: () => log,
    async stop() {
      if (caddy.exitCode !== null) return;
      const ended = once(caddy, 'exit');
      caddy.kill('SIGKILL');
      await ended;
    },
  };
}
