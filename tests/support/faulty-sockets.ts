// Two sockets with common mistakes of a backend: no token check, a custom close code for a wrong token, a close on
// invalid JSON, single events instead of arrays, prices as text, and trades before authentication.
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

export interface FaultySockets {
  /** The member socket is at `/ws`, the options feed at `/options`. */
  readonly url: string;
  close(): Promise<void>;
}

export async function startFaultySockets(): Promise<FaultySockets> {
  const server = new WebSocketServer({
    port: 0,
    host: '127.0.0.1',
    handleProtocols: (offered) => [...offered][0] ?? false,
  });
  // The checker connects to each socket with a wrong secret first.
  const seen = { member: 0, feed: 0 };
  server.on('connection', (socket, { url, headers }) => {
    if (url === '/options') {
      seen.feed += 1;
      feed(socket, seen.feed > 1);
    } else if (headers['sec-websocket-protocol']?.includes('bearer.')) {
      seen.member += 1;
      member(socket, seen.member > 1);
    }
  });
  await new Promise<void>((resolve) => server.once('listening', () => resolve()));
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        for (const client of server.clients) client.terminate();
        server.close(() => resolve());
      }),
  };
}

function member(socket: WebSocket, isRight: boolean): void {
  if (!isRight) socket.close(4000);
  socket.on('message', (data) => {
    try {
      JSON.parse(String(data));
    } catch {
      socket.close(1003);
    }
  });
}

function feed(socket: WebSocket, isRight: boolean): void {
  const say = (frame: unknown) => socket.send(JSON.stringify(frame));
  const status = (name: string) => ({ ev: 'status', status: name, message: '' });
  say(status('connected'));
  socket.on('message', (data) => {
    const { action } = JSON.parse(String(data)) as { readonly action: string };
    if (action === 'auth') say([status(isRight ? 'auth_success' : 'auth_failed')]);
    else say([status('success'), { ev: 'T', sym: 'AAPL', p: '1.25', s: 150, t: 1_761_312_345_678 }]);
  });
}
