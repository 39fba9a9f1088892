// Serves a built app on a free port and proxies `/api`, `/dev` and the sockets to another server.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { extname, join } from 'node:path';
import type { Duplex } from 'node:stream';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

export interface ServedApp {
  readonly url: string;
  close(): void;
}

export interface ServeOptions {
  /** Responses to calls by path, as JSON, without the backend. */
  readonly responses?: Readonly<Record<string, unknown>>;
  /** The server for other calls of `/api` and `/dev`. */
  readonly backend?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function serveApp(dist: string, options: ServeOptions = {}): Promise<ServedApp> {
  const { responses = {}, backend, headers = {} } = options;
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://local').pathname;
    if (path in responses) {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(responses[path]));
    } else if (backend !== undefined && /^\/(api|dev)\//.test(path)) pass(request, response, backend);
    else {
      const file = join(dist, path.endsWith('/') ? `${path}index.html` : path);
      if (!existsSync(file) || !statSync(file).isFile()) {
        response.writeHead(404).end();
        return;
      }
      response.writeHead(200, {
        'Content-Type': types[extname(file)] ?? 'application/octet-stream',
        ...headers,
      });
      createReadStream(file).pipe(response);
    }
  });
  const tunnels = new Set<Duplex>();
  server.on('upgrade', (request, socket) => {
    if (backend === undefined) return socket.destroy();
    tunnels.add(socket);
    tunnel(request, socket, backend);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
      for (const socket of tunnels) socket.destroy();
    },
  };
}

/** Proxies a WebSocket to the backend, as from its own origin. */
function tunnel({ url, headers }: IncomingMessage, socket: Duplex, backend: string): void {
  const { hostname, port, host } = new URL(backend);
  const onward = connect(Number(port), hostname, () => {
    const sent = { ...headers, host, origin: backend };
    const lines = Object.entries(sent).map(([name, value]) => `${name}: ${String(value)}`);
    onward.write(`GET ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    onward.pipe(socket).pipe(onward);
  });
  const end = (): void => {
    onward.destroy();
    socket.destroy();
  };
  for (const side of [onward, socket]) side.on('error', end).on('close', end);
}

function pass(request: IncomingMessage, response: ServerResponse, backend: string): void {
  const { host } = new URL(backend);
  const onward = forward(
    new URL(request.url ?? '/', backend),
    { method: request.method, headers: { ...request.headers, host } },
    (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, upstream.headers);
      upstream.pipe(response);
    },
  );
  onward.on('error', () => response.writeHead(502).end());
  request.pipe(onward);
}
