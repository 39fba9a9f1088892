// Clients that come back while the server starts.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { freePort } from '../../support/free-port.ts';
import { startTestServer } from '../../support/test-server.ts';

/** A site that takes a while to read. */
const FILES = 3_000;

let webFolder: string;

beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'openbell-site-'));
  await mkdir(join(webFolder, 'assets'));
  for (let index = 0; index < FILES; index += 1)
    await writeFile(join(webFolder, 'assets', `${index}.js`), `// ${index}`);
});
afterAll(() => rm(webFolder, { recursive: true }));

function canOpen(url: string): Promise<boolean> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/ws`, ['openbell.v1', 'bearer.none']);
  return new Promise((resolve) => {
    socket.on('open', () => resolve(true));
    socket.on('error', () => resolve(false));
  });
}

test('opens sockets only when it also serves calls, as clients then fetch what they missed', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const starting = startTestServer({ config: { port }, webFolder });
  while (!(await canOpen(url)));
  const { status } = await fetch(`${url}/api/web/chats?chat_type=GR`);
  await (await starting).close();
  expect(status).toBe(401);
});
