// Three processes on one PostgreSQL, behind the Caddyfile of examples/deploy with TLS.
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { demoAccounts, demoPassword } from '../../../examples/sandbox/src/demo-data/accounts.ts';
import { hasCaddy, startCaddy, type TestCaddy } from '../../support/caddy.ts';
import { freePort } from '../../support/free-port.ts';
import { hasPostgres, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import { until } from '../../support/until.ts';

interface PostResponse {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

describe.runIf(hasPostgres && hasCaddy)('three processes behind Caddy', () => {
  let folder: string;
  let postgres: TestPostgres;
  let caddy: TestCaddy;
  let port: number;
  let ca: Buffer;
  const processes: ServerProcess[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'openbell-caddy-'));
    postgres = await startPostgres();
    port = await freePort();
    const env = {
      DATABASE_URL: await postgres.createDatabase(),
      PUBLIC_URL: `https://localhost:${port}`,
      TRUST_PROXY: '1',
      RATE_LIMITS: 'off',
      SHUTDOWN_GRACE_MS: '4000',
    };
    // One after another: the first one migrates and writes the demo data.
    for (const name of ['a', 'b', 'c'])
      processes.push(await startServerProcess({ dataFolder: join(folder, name), env }));
    const upstreams = processes.map(({ output }) => hostOf(output()));
    caddy = await startCaddy({ folder, port, upstreams });
    ca = await readFile(caddy.authority);
    await until(async () => expect((await call('GET', '/readyz')).status).toBe(200));
  });
  afterAll(async () => {
    await caddy?.stop();
    await Promise.all(processes.map((one) => one.stop('SIGKILL')));
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** The host and port that a process listens on. It prints PUBLIC_URL instead. */
  function hostOf(output: string): string {
    return new URL(/Openbell is ready at (\S+)/.exec(output)?.[1] ?? '').host;
  }

  interface Sent {
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string | Buffer;
  }

  function send(method: string, path: string, { headers, body }: Sent): Promise<PostResponse> {
    return new Promise((resolve, reject) => {
      const agent = new Agent({ ca });
      request({ host: 'localhost', port, method, path, headers: { ...headers }, agent }, async (response) => {
        let text = '';
        for await (const chunk of response) text += String(chunk);
        agent.destroy();
        resolve({ status: response.statusCode ?? 0, body: text.startsWith('{') ? JSON.parse(text) : {} });
      })
        .on('error', reject)
        .end(body);
    });
  }

  function call(method: string, path: string, body?: object, token?: string): Promise<PostResponse> {
    return send(method, path, {
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async function postMessage(chatId: number, token: string, text: string): Promise<void> {
    const form = new FormData();
    form.append('chat_id', String(chatId));
    form.append('message', text);
    form.append('message_type', 'TXT');
    const encoded = new Response(form);
    const body = Buffer.from(await encoded.arrayBuffer());
    const response = await send('POST', `/api/web/chat/${chatId}`, {
      body,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': encoded.headers.get('content-type') ?? '',
      },
    });
    expect(response.status).toBe(201);
  }

  async function signIn(): Promise<string> {
    const { email: username } = demoAccounts.subscriber;
    const response = await call('POST', '/api/web/login', {
      type: 'manual',
      username,
      password: demoPassword,
      remember: true,
    });
    expect(response.status).toBe(200);
    return String(response.body.access);
  }

  test('serves a session and a socket at any process, over TLS', async () => {
    const token = await signIn();
    const profiles = await Promise.all(
      Array.from({ length: 6 }, () => call('GET', '/api/web/profile', undefined, token)),
    );
    expect(profiles.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    const ws = new WebSocket(`wss://localhost:${port}/api/ws`, ['openbell.v1', `bearer.${token}`], { ca });
    await once(ws, 'open');
    ws.terminate();
    expect(caddy.log()).toContain('handled request');
    expect(caddy.log()).not.toContain(token);
  });

  test('sends a post at one process to the sockets of every process', async () => {
    const token = await signIn();
    const chats = await call('GET', '/api/web/chats?chat_type=GR', undefined, token);
    const [chat] = chats.body.data as unknown as { readonly id: number }[];
    const sockets = Array.from(
      { length: 3 },
      () => new WebSocket(`wss://localhost:${port}/api/ws`, ['openbell.v1', `bearer.${token}`], { ca }),
    );
    await Promise.all(sockets.map((ws) => once(ws, 'open')));
    const received = sockets.map(
      (ws) =>
        new Promise<void>((resolve) => {
          ws.on('message', (frame) => {
            if (String(frame).includes('To every process')) resolve();
          });
        }),
    );
    await postMessage(chat?.id ?? 0, token, 'To every process');
    await Promise.all(received);
    for (const ws of sockets) ws.terminate();
  });

  test('takes a stopping process out without an error to clients', async () => {
    const token = await signIn();
    const [first] = processes;
    const stopped = first?.stop('SIGTERM');
    let isStopped = false;
    void stopped?.then(() => {
      isStopped = true;
    });
    const statuses = new Set<number>();
    for (let after = 0; after < 20; after += isStopped ? 1 : 0) {
      const responses = await Promise.all([
        call('GET', '/api/web/profile', undefined, token),
        call('GET', '/config.json'),
      ]);
      for (const { status } of responses) statuses.add(status);
    }
    expect(await stopped).toEqual({ code: 0, signal: null });
    expect([...statuses]).toEqual([200]);
  });

  test('omits queries, tokens and codes from the access log', async () => {
    await call('GET', '/media/chat/x.png?signature=secret-signature');
    await call('GET', '/api/web/alert/SECRETCODE?x=secret-query');
    await until(() => expect(caddy.log()).toContain('"/api/web/alert/"'));
    expect(caddy.log()).toContain('"/media/chat/x.png"');
    expect(caddy.log()).not.toMatch(/secret-|SECRETCODE/);
  });
});
