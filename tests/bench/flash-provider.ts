// The provider of the options feed as a process: sends all frames as fast as possible when it receives `go`.
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { createFrames } from './trades.ts';

// Encodes the frames in advance, so that the encoding is not measured.
const frames = createFrames(Number(process.argv[2])).map((frame) => Buffer.from(frame));
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
server.on('connection', (socket) => {
  socket.on('message', (data) => {
    if (String(data) !== 'go') return;
    for (const frame of frames) socket.send(frame, { binary: false });
  });
});
server.on('listening', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ url: `ws://127.0.0.1:${port}`, frames: frames.length });
});
process.on('disconnect', () => process.exit());
