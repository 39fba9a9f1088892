// `npm run dev`: like `npm start`, with hot reload. The server restarts when its files change. Vite serves the app and
// proxies the API, the sockets and the sandbox pages to the server.
import { spawn } from 'node:child_process';
import { root, sourceCondition } from './run.mjs';

const apiPort = process.env.PORT ?? '4000';
const webPort = process.env.WEB_PORT ?? '5173';
const api = `http://127.0.0.1:${apiPort}`;
const site = `http://127.0.0.1:${webPort}`;
const viteOptions = ['--config', 'examples/web/vite.config.ts', '--host', '127.0.0.1'];

const children = [
  spawn(
    process.execPath,
    ['--watch', sourceCondition, 'examples/server/src/main.ts', ...process.argv.slice(2)],
    { cwd: root, stdio: 'inherit', env: { ...process.env, PORT: apiPort, ALLOWED_ORIGINS: site } },
  ),
  spawn(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'examples/web', ...viteOptions, '--port', webPort, '--strictPort'],
    { cwd: root, stdio: 'inherit', env: { ...process.env, OPENBELL_API: api } },
  ),
];

console.log(`App with hot reload: ${site} (API: ${api})`);
const stop = (signal) => {
  for (const child of children) child.kill(signal);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
for (const child of children) {
  child.on('exit', (code) => {
    stop('SIGTERM');
    process.exitCode = code ?? 0;
  });
}
