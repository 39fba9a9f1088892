import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Script = (response: ServerResponse, request: IncomingMessage) => void;

/** A server whose responses the test sets. */
export interface ScriptedServer {
  readonly url: string;
  /** Sets the response to the next requests. */
  respond(script: Script): void;
  close(): Promise<void>;
}

export async function startScriptedServer(): Promise<ScriptedServer> {
  let script: Script = (response) => response.writeHead(404).end();
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => script(response, request));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    respond(next) {
      script = next;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** A complete response. */
export function reply(status: number, body: string, headers: Record<string, string> = {}): Script {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body);
  };
}
