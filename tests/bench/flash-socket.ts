// Trade flash end to end: from a local socket to the trades of the tape.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createFrameScanner, readParsedFrame } from '@openbell/core/options-feed';
import { bigDeltaFilter, withCancels } from '@openbell/core/trade-flash';
import { websocketClient } from '@polygon.io/client-js';
import { WebSocket } from 'ws';
import type { BenchPlan } from './harness.ts';

const events = 200_000;
const filter = withCancels(bigDeltaFilter);

/** Starts the provider in a separate process. It sends all its frames on request. */
async function startProvider(): Promise<{ readonly url: string; readonly frames: number }> {
  const child = fork(new URL('./flash-provider.ts', import.meta.url), [String(events)]);
  process.on('exit', () => child.kill());
  const [ready] = (await once(child, 'message')) as [{ readonly url: string; readonly frames: number }];
  child.unref();
  child.channel?.unref();
  return ready;
}

/** Nanoseconds per event, from the request to the end of the last frame. */
type Run = (onFrame: (text: string) => void) => Promise<number>;

export const flashSocket: BenchPlan = {
  id: 'flash-socket',
  async create() {
    const { url, frames } = await startProvider();
    const measured = (send: () => void, received: Promise<void>): Promise<number> => {
      const start = performance.now();
      send();
      return received.then(() => ((performance.now() - start) * 1e6) / events);
    };
    const counted = (onFrame: (text: string) => void) => {
      let left = frames;
      let done = (): void => {};
      const received = new Promise<void>((resolve) => {
        done = resolve;
      });
      return {
        received,
        take(text: string): void {
          onFrame(text);
          left -= 1;
          if (left === 0) done();
        },
      };
    };
    const byOurs: Run = async (onFrame) => {
      const socket = new WebSocket(url, { perMessageDeflate: false });
      await once(socket, 'open');
      const { received, take } = counted(onFrame);
      socket.on('message', (data) => take(String(data)));
      const figure = await measured(() => socket.send('go'), received);
      socket.close();
      return figure;
    };
    const byProvider: Run = async (onFrame) => {
      // The client sends its key when the socket opens.
      const socket = websocketClient('key', url).options();
      const { received, take } = counted(onFrame);
      await new Promise<void>((resolve) => {
        const onOpen = socket.onopen;
        socket.onopen = () => {
          onOpen?.call(socket);
          resolve();
        };
      });
      socket.onmessage = ({ data }: { readonly data: unknown }) => take(String(data));
      const figure = await measured(() => socket.send('go'), received);
      socket.close();
      return figure;
    };
    const scan = createFrameScanner(filter);
    const none = (): void => {};
    return {
      id: 'flash-socket',
      unit: 'ns/event',
      rounds: 7,
      note: `${events} events, from a separate process on this machine, without compression. All contenders keep the same trades. floor: the \`ws\` client alone, which drops the frames.`,
      ours: () => byOurs((text) => void scan(text)),
      peers: {
        '@polygon.io/client-js + JSON.parse + rule': () =>
          byProvider((text) => void readParsedFrame(text, filter)),
        'ws + JSON.parse + rule': () => byOurs((text) => void readParsedFrame(text, filter)),
        '@polygon.io/client-js, frames dropped': () => byProvider(none),
      },
      floor: () => byOurs(none),
    };
  },
};
