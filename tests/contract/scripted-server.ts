import type { IncomingMessage, ServerResponse } from 'node:http';
import { serveLocally } from '../support/serve-locally.ts';

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
  const server = await serveLocally((request, response) => {
    request.resume();
    request.on('end', () => script(response, request));
  });
  return {
    ...server,
    respond(next) {
      script = next;
    },
  };
}

/** A complete response. */
export function reply(status: number, body: string, headers: Record<string, string> = {}): Script {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body);
  };
}
