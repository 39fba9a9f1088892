// `npm start`: builds the reference app when it has changed, then serves the app, the API, the member socket and the
// options feed on one port. `npm start -- --reset` resets the demo data.
import { spawn } from 'node:child_process';
import { buildWeb } from './build-web.mjs';
import { root, sourceCondition } from './run.mjs';

const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) {
  console.error(
    `The server requires Node 24; this is ${process.version}, and no Node 24 package exists for ${process.platform} ${process.arch}. Install Node 24 and run the command again.`,
  );
  process.exit(1);
}

const args = process.argv.slice(2);
// A server command that does not start the server.
if (!args.includes('--remove-demo-data') && !args.includes('--copy-files')) await buildWeb();

/** The signal to stop was received. */
let isStopping = false;
let server = startServer(args);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    isStopping = true;
    server.kill(signal);
  });
}

/** In production, systemd or another service manager does this (docs/guides/production.md). */
function startServer(args) {
  let isReady = false;
  const child = spawn(process.execPath, [sourceCondition, 'examples/server/src/main.ts', ...args], {
    cwd: root,
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  child.stdout.on('data', (chunk) => {
    isReady ||= chunk.includes('Openbell is ready');
    process.stdout.write(chunk);
  });
  child.on('close', (code, signal) => {
    if (code === 0 || isStopping || !isReady || process.env.NODE_ENV === 'production')
      process.exit(code ?? (signal === null || isStopping ? 0 : 1));
    console.error(`The server ended unexpectedly (${signal ?? `exit code ${code}`}). Starting it again …`);
    server = startServer(args.filter((arg) => arg !== '--reset'));
  });
  return child;
}
