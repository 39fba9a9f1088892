import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { productionKeys } from '../support/production-config.ts';
import { until } from '../support/until.ts';
import { tinyImages } from './files/tiny-images.ts';
import { profile, setUpServer, signIn } from './one-server.ts';

const one = setUpServer();

test('closes sockets with 1001 on SIGTERM, exits within 10 s and releases the folder', async () => {
  const server = await one.start();
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
  await expect(stat(join(one.dataFolder, 'server.pid'))).rejects.toThrow();
});

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'ends the worker processes that decode files with the server, also after %s',
  async (signal) => {
    const server = await one.start();
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
    await until(() => {
      for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    });
  },
);

/** Options for Node that run a script before the server. */
const preload = (script: string) => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}`,
});
const reject = "Promise.reject(new Error('a test'))";

test('exits with 1 after an unhandled rejection, so that a supervisor starts it again', async () => {
  const server = await one.start({ env: preload(`process.on('SIGUSR2', () => void ${reject})`) });
  expect(await server.stop('SIGUSR2')).toEqual({ code: 1, signal: null });
  expect(server.output()).toContain('"unhandled-rejection"');
});

test('exits with 1 after an unhandled rejection during the start', async () => {
  const script = `process.on('newListener', (name) => {
    if (name === 'unhandledRejection') setImmediate(() => void ${reject});
  })`;
  const error = await one.failedStart({ env: preload(script) });
  expect(error.code).toBe(1);
  expect(error.output).toContain('"unhandled-rejection"');
});

test('starts with fresh data with --reset', async () => {
  const server = await one.start();
  const { access = '' } = await signIn(server.url);
  await server.stop('SIGTERM');
  const again = await one.start({ args: ['--reset'] });
  expect(await profile(again.url, access)).toBe(401);
  expect((await signIn(again.url)).status).toBe(200);
});

test('starts in production once the command has removed the demo data, and prints the services', async () => {
  const own = await one.newFolder('production');
  const env = { ...productionKeys, CAPTCHA: 'on', SANDBOX: 'push', PROVIDERS_OFF: 'feed' };
  const refused = await one.failedStart({ dataFolder: own, env });
  expect(refused.output).toContain('npm start -- --remove-demo-data');

  const cleaned = await one.failedStart({ dataFolder: own, env, args: ['--remove-demo-data'] });
  expect(cleaned.code).toBe(0);
  expect(cleaned.output).toMatch(/Removed .*\d+ accounts/);

  const server = await one.start({ dataFolder: own, env });
  expect(server.output()).toMatch(/cards +real +STRIPE_SECRET_KEY is set/);
  expect(server.output()).toMatch(/push +sandbox +named in SANDBOX/);
  expect(server.output()).toMatch(/feed +off +named in PROVIDERS_OFF/);
  expect(server.output()).not.toMatch(/sk_live_x|paypal-secret|Opening-bell-9/);
  expect((await fetch(`${server.url}/dev/mail.json`)).status).toBe(404);
  await server.stop('SIGTERM');

  const development = await one.failedStart({ dataFolder: own });
  expect(development.output).toContain('belongs to a production server');
});

test('still serves during SHUTDOWN_GRACE_MS, while /readyz returns 503', async () => {
  const running = await one.start({ env: { SHUTDOWN_GRACE_MS: '2000' } });
  const { url, pid } = running;
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  process.kill(pid, 'SIGTERM');
  await until(async () => {
    const response = await fetch(`${url}/readyz`);
    expect([response.status, await response.json()]).toEqual([503, { status: 'stopping' }]);
  });
  const served = await fetch(`${url}/config.json`);
  expect([served.status, served.headers.get('connection')]).toEqual([200, 'close']);
  expect(await running.stop('SIGTERM')).toEqual({ code: 0, signal: null });
});
