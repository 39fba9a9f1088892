import { type RequestOptions, request } from 'node:http';
import { join } from 'node:path';
import type { CommandResponse, WireValue } from '../../../examples/server/src/operate/command.types.ts';
import type { CommandName } from '../../../examples/server/src/operate/commands.ts';
import { operatorSocketPath } from '../../../examples/server/src/operate/socket-path.ts';
import {
  sendCommand,
  uploadFile,
  uploadFolder,
} from '../../../examples/server/src/operate-cli/call-server.ts';
import type { TestServer } from '../../support/test-server.ts';

export type Inputs = Readonly<Record<string, WireValue>>;
export type Done = Extract<CommandResponse, { ok: true }>;

export const socketOf = (server: TestServer): string => operatorSocketPath(server.context.config.dataFolder);

/** Sends a command by the socket. */
export function send(
  server: TestServer,
  command: CommandName,
  inputs: Inputs = {},
  dryRun = false,
): Promise<CommandResponse> {
  return sendCommand(socketOf(server), { command, operator: 'ada', inputs, dryRun });
}

/** Sends a command that must succeed. */
export async function operate(
  server: TestServer,
  command: CommandName,
  inputs: Inputs = {},
  dryRun = false,
): Promise<Done> {
  const response = await send(server, command, inputs, dryRun);
  if (!response.ok) throw new Error(`${command}: ${response.message}`);
  return response;
}

export const upload = (server: TestServer, folder: string) =>
  uploadFolder(socketOf(server), folder, () => undefined);

export const uploadOne = (server: TestServer, path: string) =>
  uploadFile(socketOf(server), path, () => undefined);

/** Sends a request by the socket, and returns the response as text. */
export const ask = (
  server: TestServer,
  route: string,
  body: string | Buffer,
  options: Pick<RequestOptions, 'headers' | 'agent'> = {},
) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const [method, path] = route.split(' ');
    const sent = request({ socketPath: socketOf(server), method, path, ...options }, async (response) => {
      let text = '';
      for await (const part of response.setEncoding('utf8')) text += part;
      resolve({ status: response.statusCode ?? 0, body: text });
    });
    sent.on('error', reject);
    sent.end(body);
  });

/** For machines on which the processes that read files start slowly. */
export const patientWorkers = { inspectMs: 100_000, decodeMs: 100_000 };

export const exampleCourse = join(import.meta.dirname, '../../../examples/server/example-course');
