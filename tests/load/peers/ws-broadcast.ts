// The floor: a `ws` server that sends one buffer to every socket.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { offer } from '../child.ts';
import { usageOfProcess } from '../cpu-time.ts';
import { type BroadcastFunctions, frameOf } from './broadcast.types.ts';

const server = new WebSocketServer({
  port: 0,
  host: '127.0.0.1',
  path: '/api/ws',
  perMessageDeflate: false,
  handleProtocols: () => 'openbell.v1',
});
let id = 0;

const functions: BroadcastFunctions = {
  start: async () => {
    if (server.address() === null) await once(server, 'listening');
    return { urls: [`http://127.0.0.1:${(server.address() as AddressInfo).port}`], protocol: 'ws' };
  },
  usage: async () => usageOfProcess(),
  broadcast: async () => {
    id += 1;
    const frame = Buffer.from(frameOf(id));
    for (const client of server.clients) client.send(frame, { binary: false });
    return id;
  },
};
offer(functions);
