// A server that stops finishes what it has begun, and refuses the rest in a way that clients and proxies understand.
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { headOf, openRaw } from '../../support/raw-connection.ts';
import { sharedServer, startTestServer, type TestServer } from '../../support/test-server.ts';
import { until } from '../../support/until.ts';
import { connect } from '../chat/support.ts';

const hasReceived = (raw: { received: () => string }, words: string | RegExp) =>
  until(() => expect(raw.received()).toMatch(words));

describe('/readyz', () => {
  const server = sharedServer({ config: { mediaOrigin: 'https://media.openbell.example' } });

  test('returns 200 when the server serves and 503 when the database does not answer', async () => {
    const ready = await server.call('GET', '/readyz');
    expect([ready.status, ready.body]).toEqual([200, { status: 'ready' }]);
    // A database that does not answer. Other queries of the server wait for it, too.
    let answer = (_result: object) => {};
    const pending = new Promise((resolve) => {
      answer = resolve;
    });
    const response = vi.spyOn(server.context.db, 'execute').mockReturnValue(pending as never);
    const late = await server.call('GET', '/readyz');
    response.mockRestore();
    answer({ rows: [] });
    expect([late.status, late.body]).toEqual([503, { status: 'no database' }]);
    expect((await server.call('GET', '/readyz')).status).toBe(200);
  });

  test('is served at the media origin, as a proxy may check it under any name', async () => {
    const raw = await openRaw(server.url);
    raw.socket.write(headOf('GET /readyz HTTP/1.1', 'Host: media.openbell.example'));
    await hasReceived(raw, 'HTTP/1.1 200');
    raw.socket.destroy();
  });
});

describe('a stop without grace', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });

  test('finishes a running request, refuses others with 503 and closes sockets with 1001', async () => {
    const token = await server.signIn('subscriber');
    const sockets = await Promise.all(Array.from({ length: 5 }, () => connect(server.url, token)));
    const [running, waiting, later] = await Promise.all([1, 2, 3].map(() => openRaw(server.url)));
    if (running === undefined || waiting === undefined || later === undefined) throw new Error('unreachable');
    waiting.socket.write(headOf('GET /healthz HTTP/1.1', 'Host: localhost'));
    await hasReceived(waiting, 'HTTP/1.1 200');
    const body = JSON.stringify({ type: 'manual', username: 'nobody@openbell.test', password: 'x' });
    const length = `Content-Length: ${body.length}`;
    running.socket.write(
      headOf('POST /api/web/login HTTP/1.1', 'Host: localhost', 'Content-Type: application/json', length) +
        body.slice(0, 5),
    );
    // A second request shows that the server has read the first one.
    expect((await server.call('GET', '/healthz')).status).toBe(200);

    const stopped = server.close();
    waiting.socket.write(headOf('GET /api/web/profile HTTP/1.1', 'Host: localhost'));
    await hasReceived(waiting, /HTTP\/1\.1 503[\s\S]*\r\n\r\n/);
    expect(waiting.received().split('HTTP/1.1 503')[1]).toMatch(/connection: close/i);
    expect(waiting.received().split('HTTP/1.1 503')[1]).toMatch(/retry-after: 1/i);
    later.socket.write(
      headOf(
        'GET /api/ws HTTP/1.1',
        'Host: localhost',
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      ),
    );
    await hasReceived(later, /HTTP\/1\.1 503[\s\S]*retry-after: 1/i);
    running.socket.write(body.slice(5));
    await hasReceived(running, /HTTP\/1\.1 4\d\d[\s\S]*connection: close/i);
    await stopped;
    for (const { closed } of sockets) expect((await closed).code).toBe(1001);
  });
});
