import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { productionKeys } from '../../support/production-config.ts';
import {
  prepareDataFolder,
  type ServerProcess,
  ServerProcessError,
  type ServerProcessOptions,
  startServerProcess,
} from '../../support/server-process.ts';
import { tinyImages } from '../chat/tiny-images.ts';

let folder: string;
let dataFolder: string;
let running: ServerProcess | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openbell-process-'));
  dataFolder = await prepareDataFolder(join(folder, 'data'));
});
afterEach(async () => {
  await running?.stop('SIGKILL');
  running = undefined;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function start(options: Partial<ServerProcessOptions> = {}): Promise<ServerProcess> {
  running = await startServerProcess({ dataFolder, ...options });
  return running;
}
async function signIn(url: string, username = 'subscriber@openbell.test') {
  const response = await fetch(`${url}/api/web/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'manual', username, password: 'Opening-bell-9', remember: true }),
  });
  return { status: response.status, ...((await response.json()) as { access?: string }) };
}
const profile = async (url: string, token: string) =>
  (await fetch(`${url}/api/web/profile`, { headers: { authorization: `Bearer ${token}` } })).status;
async function failedStart(options: Partial<ServerProcessOptions>): Promise<ServerProcessError> {
  const error = await start(options).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ServerProcessError);
  return error as ServerProcessError;
}

test('prints its address and the demo accounts, and keeps acknowledged data after SIGKILL', async () => {
  const first = await start();
  expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  for (const name of ['mentor', 'subscriber', 'member', 'lapsed', 'other']) {
    expect(first.output()).toContain(`${name}@openbell.test`);
  }
  expect(first.output()).toContain('Opening-bell-9');
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200);
  const { access = '' } = await signIn(first.url);
  expect(await profile(first.url, access)).toBe(200);

  const refused = await startServerProcess({ dataFolder }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ServerProcessError);
  expect((refused as ServerProcessError).code).toBe(1);
  expect((refused as ServerProcessError).output).toContain(
    `in use by another Openbell server (process ${first.pid})`,
  );

  await first.stop('SIGKILL');
  const second = await start();
  expect(await profile(second.url, access)).toBe(200);
});

test('closes sockets with 1001 on SIGTERM, exits within 10 s and releases the folder', async () => {
  const server = await start();
  const { access = '' } = await signIn(server.url);
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/ws`, [
    'openbell.v1',
    `bearer.${access}`,
  ]);
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  const ended = await server.stop('SIGTERM');
  expect(ended).toEqual({ code: 0, signal: null });
  expect(await closed).toBe(1001);
  await expect(stat(join(dataFolder, 'server.lock'))).rejects.toThrow();
});

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'ends the worker processes that decode files with the server, also after %s',
  async (signal) => {
    const server = await start();
    const { access = '' } = await signIn(server.url);
    const form = new FormData();
    form.append('profile_image', new File([Buffer.from(tinyImages.jpeg, 'base64')], 'me.jpg'));
    const saved = await fetch(`${server.url}/api/web/update-profile`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access}` },
      body: form,
    });
    expect(saved.status).toBe(200);
    const pids = [...server.output().matchAll(/"file-worker-started".*"pid":(\d+)/g)].map(([, pid]) =>
      Number(pid),
    );
    expect(pids).toHaveLength(1);
    await server.stop(signal);
    await vi.waitFor(() => {
      for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    }, 20_000);
  },
);

test('starts with fresh data with --reset', async () => {
  const server = await start();
  const { access = '' } = await signIn(server.url);
  await server.stop('SIGTERM');
  const again = await start({ args: ['--reset'] });
  expect(await profile(again.url, access)).toBe(401);
  expect((await signIn(again.url)).status).toBe(200);
});

test('reports a port in use in one sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  const error = await failedStart({ env: { PORT: String(port) } });
  await new Promise((resolve) => other.close(resolve));
  expect(error.code).toBe(1);
  expect(error.output.trim()).toBe(
    `The port ${port} is in use. Stop what uses it, or choose another with PORT.`,
  );
});

test('refuses test settings and services without a decision in production', async () => {
  for (const [env, words] of [
    [{ CAPTCHA: 'off' }, 'CAPTCHA=off'],
    [{ CAPTCHA: 'on', RATE_LIMITS: 'off' }, 'RATE_LIMITS=off'],
    [{ CAPTCHA: 'on' }, 'Nothing is set for: cards (STRIPE_SECRET_KEY)'],
    [{ CAPTCHA: 'on', ALLOW_SANDBOX: '1' }, 'ALLOW_SANDBOX was removed'],
  ] as const) {
    const error = await failedStart({ env: { NODE_ENV: 'production', ...env } });
    expect(error.code).toBe(1);
    expect(error.output).toContain(words);
  }
});

test('starts in production once the command has removed the demo data, and prints the services', async () => {
  const own = await prepareDataFolder(join(folder, 'production'));
  const env = { ...productionKeys, CAPTCHA: 'on', SANDBOX: 'push', PROVIDERS_OFF: 'feed' };
  const refused = await failedStart({ dataFolder: own, env });
  expect(refused.output).toContain('npm start -- --remove-demo-data');

  const cleaned = await failedStart({ dataFolder: own, env, args: ['--remove-demo-data'] });
  expect(cleaned.code).toBe(0);
  expect(cleaned.output).toMatch(/Removed .*\d+ accounts/);

  const server = await start({ dataFolder: own, env });
  expect(server.output()).toMatch(/cards +real +STRIPE_SECRET_KEY is set/);
  expect(server.output()).toMatch(/push +sandbox +named in SANDBOX/);
  expect(server.output()).toMatch(/feed +off +named in PROVIDERS_OFF/);
  expect(server.output()).not.toMatch(/sk_live_x|paypal-secret|Opening-bell-9/);
  expect((await fetch(`${server.url}/dev/mail.json`)).status).toBe(404);
  await server.stop('SIGTERM');

  const development = await failedStart({ dataFolder: own });
  expect(development.output).toContain('belongs to a production server');
});
