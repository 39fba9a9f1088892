// Starts a reference server with its own data on a free port, for `npm run lighthouse` and `npm run response-times`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { bin, root, sourceCondition } from './run.mjs';

/** Resolves when the demo accounts can sign in. `options` are environment variables. */
export async function startServer(folder, options = {}) {
  const child = spawn(bin('node'), [sourceCondition, join(root, 'examples/server/src/main.ts')], {
    env: { ...process.env, PORT: '0', OPENBELL_DATA: folder, RATE_LIMITS: 'off', ...options },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const url = await new Promise((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += chunk;
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(printed);
      if (found !== null && /@openbell\.test/.test(printed)) resolve(found[0]);
    });
    child.once('exit', (code) => reject(new Error(`The server exited with code ${code}.\n${printed}`)));
  });
  const ended = once(child, 'exit');
  return {
    url,
    /** Resolves when the server has closed its database. */
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
