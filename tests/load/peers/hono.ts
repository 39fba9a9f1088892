// Bare hono: the same bodies from memory, without sessions, database or checks.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { offer } from '../child.ts';
import { usageOfProcess } from '../cpu-time.ts';

const bodies = new Map<string, { readonly body: Uint8Array<ArrayBuffer>; readonly type: string }>();
const app = new Hono();
app.all('*', ({ req }) => {
  const found = bodies.get(req.path);
  if (found === undefined) return new Response(null, { status: 404 });
  return new Response(found.body, { headers: { 'content-type': found.type } });
});
const server = createServer(getRequestListener((request) => app.fetch(request)));

const functions = {
  start: async (): Promise<string> => {
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  },
  serve: ({
    path,
    bytes,
    type,
  }: {
    readonly path: string;
    readonly bytes: number;
    readonly type: string;
  }) => {
    bodies.set(path, { body: new Uint8Array(bytes).fill(32), type });
  },
  usage: () => usageOfProcess(),
};
export type HonoFunctions = typeof functions;
offer(functions);
