// Clients that come back while the server starts.
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { freePort } from '../../support/free-port.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startTestServer } from '../../support/test-server.ts';

/** A site that takes a while to read. */
const webFolder = temporaryFolder(
  Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`assets/${index}.js`, `// ${index}`])),
);

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
