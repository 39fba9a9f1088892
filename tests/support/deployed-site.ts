// Serves the site of another server, and simulates a deployment: the same site as a newer build, without some files.
import { createServer, request as send } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

export interface DeployedSite {
  readonly url: string;
  /** Serves a newer build. Files whose path matches `gone` are 404 from now on. */
  deploy(gone?: RegExp): void;
  close(): Promise<void>;
}

/** Matches the build's name in documents and in the worker (examples/web/prerender.ts). */
const version = /(<meta name="version" content="|"version":")[^"]+/;
const isText = /^text\/(?:html|javascript)/;

export async function startDeployedSite(upstream: string): Promise<DeployedSite> {
  const { hostname, port } = new URL(upstream);
  let isNewer = false;
  let missing: RegExp | undefined;
  const sockets = new Set<Socket>();

  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (missing?.test(path)) {
      response.writeHead(404).end();
      return;
    }
    const { 'accept-encoding': _, 'if-none-match': __, ...headers } = request.headers;
    // No kept connections: the server may close one just as it is used again.
    const options = { hostname, port, path, method: request.method, headers, agent: false };
    const forwarded = send(options, async (proxied) => {
      if (!isNewer || !isText.test(proxied.headers['content-type'] ?? '')) {
        response.writeHead(proxied.statusCode ?? 502, proxied.headers);
        proxied.pipe(response);
        return;
      }
      const chunks: Buffer[] = [];
      for await (const chunk of proxied) chunks.push(chunk);
      const { 'content-length': ___, ...kept } = proxied.headers;
      response.writeHead(proxied.statusCode ?? 502, kept);
      response.end(Buffer.concat(chunks).toString().replace(version, '$1newer'));
    });
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (request, socket) => {
    const out = connect(Number(port), hostname, () => {
      const lines = request.rawHeaders.flatMap((value, index, all) =>
        index % 2 === 0 ? [`${value}: ${all[index + 1]}`] : [],
      );
      out.write(`GET ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      out.pipe(socket).pipe(out);
    });
    out.on('error', () => socket.destroy());
    socket.on('error', () => out.destroy());
    socket.on('close', () => out.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deploy(gone) {
      isNewer = true;
      missing = gone;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
