// Trade flash end to end: from a socket on this machine to the trades that the tape keeps.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createFrameScanner, readParsedFrame } from '@openbell/core/options-feed';
import { bigDeltaFilter, withCancels } from '@openbell/core/trade-flash';
import { websocketClient } from '@polygon.io/client-js';
import { WebSocket } from 'ws';
import type { BenchPlan } from './harness.ts';

const events = 200_000;
const filter = withCancels(bigDeltaFilter);

/** The provider, in a process of its own, which sends all its frames when it is asked to. */
async function startProvider(): Promise<{ readonly url: string; readonly frames: number }> {
  const child = fork(new URL('./flash-provider.ts', import.meta.url), [String(events)]);
  process.on('exit', () => child.kill());
  const [ready] = (await once(child, 'message')) as [{ readonly url: string; readonly frames: number }];
  child.unref();
  child.channel?.unref();
  return ready;
}

/** Nanoseconds an event, from the request to the last frame's end. */
type Run = (onFrame: (text: string) => void) => Promise<number>;

export const flashSocket: BenchPlan = {
  id: 'flash-socket',
  async create() {
    const { url, frames } = await startProvider();
    const measured = (begin: () => void, heard: Promise<void>): Promise<number> => {
      const start = performance.now();
      begin();
      return heard.then(() => ((performance.now() - start) * 1e6) / events);
    };
    const counted = (onFrame: (text: string) => void) => {
      let left = frames;
      let done = (): void => {};
      const heard = new Promise<void>((resolve) => {
        done = resolve;
      });
      return {
        heard,
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
      const { heard, take } = counted(onFrame);
      socket.on('message', (data) => take(String(data)));
      const figure = await measured(() => socket.send('go'), heard);
      socket.close();
      return figure;
    };
    const byProvider: Run = async (onFrame) => {
      // It sends its key at once when the socket opens, and gives frames as they come.
      const socket = websocketClient('key', url).options();
      const { heard, take } = counted(onFrame);
      await new Promise<void>((resolve) => {
        const theirs = socket.onopen;
        socket.onopen = () => {
          theirs?.call(socket);
          resolve();
        };
      });
      socket.onmessage = ({ data }: { readonly data: unknown }) => take(String(data));
      const figure = await measured(() => socket.send('go'), heard);
      socket.close();
      return figure;
    };
    const scan = createFrameScanner(filter);
    const none = (): void => {};
    return {
      id: 'flash-socket',
      unit: 'ns/event',
      rounds: 7,
      note: `${events} events; the provider is a process of its own on this machine, and nothing is compressed. All keep the same trades. floor: our transport alone, frames dropped.`,
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
