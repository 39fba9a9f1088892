// Starts the example server of the guide "Your own backend", and the checker.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './read-imports.ts';

it('your-own-backend.md shows the checker’s output for its server', async () => {
  const guide = readFileSync(join(root, 'docs/guides/your-own-backend.md'), 'utf8');
  const block = /^```text\n([\s\S]*?)^```$/m.exec(guide)?.[1] ?? '';
  expect(block).not.toBe('');
  const server = join(root, 'examples/embed/backend/server.js');
  const running = spawn(process.execPath, [server], { env: { ...process.env, PORT: '0' } });
  try {
    const [line] = await once(running.stdout, 'data');
    const url = String(line).trim();
    const login = await fetch(`${url}/web/login`, {
      method: 'POST',
      body: JSON.stringify({ username: 'nora@example.com', password: 'Opening-bell-9' }),
    });
    const { access } = (await login.json()) as { readonly access: string };
    const printed = await run(['packages/testing/src/verify/main.ts', url], { OPENBELL_TOKEN: access });
    const lines = printed.replace(url, 'http://127.0.0.1:8080/api').split('\n');
    const shown = block.split('\n');
    expect(shown.filter((text) => text !== '…' && !lines.includes(text))).toEqual([]);
  } finally {
    running.kill();
  }
});

/** Runs a program from the sources and returns its output. */
function run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      ['--conditions=@openbell/source', ...args],
      { cwd: root, env: { ...process.env, ...env } },
      (error, stdout) => (error === null ? resolve(stdout) : reject(error)),
    );
  });
}
