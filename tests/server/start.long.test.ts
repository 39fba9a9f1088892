import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ServerProcessError, startServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';
import { profile, setUpServer, signIn } from './one-server.ts';

const one = setUpServer();

test('prints its address and the demo accounts, and keeps acknowledged data after SIGKILL', async () => {
  const first = await one.start();
  expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  for (const name of ['mentor', 'subscriber', 'member', 'lapsed', 'other']) {
    expect(first.output()).toContain(`${name}@openbell.test`);
  }
  expect(first.output()).toContain('Opening-bell-9');
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200);
  const { access = '' } = await signIn(first.url);
  expect(await profile(first.url, access)).toBe(200);

  const refused = await startServerProcess({ dataFolder: one.dataFolder }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ServerProcessError);
  expect((refused as ServerProcessError).code).toBe(1);
  expect((refused as ServerProcessError).output).toContain(
    `in use by another Openbell server (process ${first.pid})`,
  );

  await first.stop('SIGKILL');
  const second = await one.start();
  expect(await profile(second.url, access)).toBe(200);
});

test('reports a port in use in one sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  const error = await one.failedStart({ env: { PORT: String(port) } });
  await new Promise((resolve) => other.close(resolve));
  expect(error.code).toBe(1);
  expect(error.output.trim()).toBe(
    `The port ${port} is in use. Stop the other program, or set PORT to another port.`,
  );
});

test('refuses test settings and services without a decision in production', async () => {
  for (const [env, words] of [
    [{ CAPTCHA: 'off' }, 'CAPTCHA=off'],
    [{ CAPTCHA: 'on' }, 'Not configured: cards (STRIPE_SECRET_KEY)'],
  ] as const) {
    const error = await one.failedStart({ env: { NODE_ENV: 'production', ...env } });
    expect(error.code).toBe(1);
    expect(error.output).toContain(words);
  }
});

test('`npm start` starts a server again that ended by itself, and ends on a signal', async () => {
  const main = join(import.meta.dirname, '../../scripts/start.mjs');
  const started = await one.start({ main });
  const pid = Number(await readFile(join(one.dataFolder, 'server.pid'), 'utf8'));
  process.kill(pid, 'SIGKILL');
  const addresses = await until(() => {
    const found = [...started.output().matchAll(/Openbell is ready at (\S+)\n/g)].map(([, url = '']) => url);
    expect(found).toHaveLength(2);
    return found;
  });
  expect(started.output()).toContain('The server ended unexpectedly (SIGKILL). Starting it again …');
  expect((await fetch(`${addresses[1]}/healthz`)).status).toBe(200);
  expect(await started.stop('SIGTERM')).toEqual({ code: 0, signal: null });
});
