// A Unix socket in front of a PostgreSQL cluster, which a test closes and opens as if the cluster had stopped and started.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SOCKET = '.s.PGSQL.5432';

export interface DatabaseProxy {
  /** The URL of the database through the proxy. */
  readonly url: string;
  start(): Promise<void>;
  /** Ends all connections, and accepts no others. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a proxy in front of the cluster of `databaseUrl`, which has a Unix socket. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'openbell-proxy-'));
  const url = new URL(databaseUrl);
  const upstream = join(url.searchParams.get('host') ?? '', SOCKET);
  url.searchParams.set('host', folder);
  const sockets = new Set<Socket>();
  let server: Server;

  function add(socket: Socket): Socket {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    return socket;
  }
  const proxy: DatabaseProxy = {
    url: url.href,
    async start() {
      server = createServer((client) => {
        const database = add(connect(upstream));
        add(client).pipe(database).pipe(client);
      });
      server.listen(join(folder, SOCKET));
      await once(server, 'listening');
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    async close() {
      if (server.listening) await proxy.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await proxy.start();
  return proxy;
}
