// The options feed's provider as a process: answers `go` on its socket with all frames, as fast as they are taken.
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { createFrames } from './trades.ts';

// Bytes from the start: what this process takes to write texts as bytes is no client's work.
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
