import { createFrameScanner, readParsedFrame } from '@openbell/core/options-feed';
import { bigDeltaFilter, withCancels } from '@openbell/core/trade-flash';
import { type BenchPlan, timed } from './harness.ts';
import { marketPage } from './market-pages.ts';
import { createFrames } from './trades.ts';

const events = 200_000;

/** Parses the text of frames into the trades of the tape. */
export const flashParse: BenchPlan = {
  id: 'flash-parse-node',
  create() {
    const frames = createFrames(events);
    const filter = withCancels(bigDeltaFilter);
    const scan = createFrameScanner(filter);
    checkSameResult(frames, filter);
    const perEvent = (work: () => void): number => (timed(work) * 1e6) / events;
    return {
      id: 'flash-parse-node',
      unit: 'ns/event',
      rounds: 9,
      burstMs: 300,
      note: 'JSON.parse alone creates the events without applying the rule. The bench checks that the other two return equal trades.',
      ours: () =>
        perEvent(() => {
          for (const frame of frames) scan(frame);
        }),
      peers: {
        'JSON.parse': () =>
          perEvent(() => {
            for (const frame of frames) JSON.parse(frame);
          }),
        'JSON.parse + rule': () =>
          perEvent(() => {
            for (const frame of frames) readParsedFrame(frame, filter);
          }),
      },
      // Finding the end of each event is the minimum work.
      floor: () =>
        perEvent(() => {
          let found = 0;
          for (const frame of frames) {
            for (let at = frame.indexOf('}'); at >= 0; at = frame.indexOf('}', at + 1)) found += 1;
          }
          if (found !== events) throw new Error(`Found ${found} events instead of ${events}`);
        }),
    };
  },
};

/** The same in Chromium, with each contender in its own page. */
export const flashParseChromium: BenchPlan = {
  id: 'flash-parse-chromium',
  async create() {
    const perEvent = async (contender: string) => {
      const run = await marketPage(contender);
      return async () => ((await run()) * 1e6) / events;
    };
    return {
      id: 'flash-parse-chromium',
      unit: 'ns/event',
      rounds: 9,
      burstMs: 300,
      ours: await perEvent('ours'),
      peers: {
        'JSON.parse': await perEvent('JSON.parse'),
        'JSON.parse + rule': await perEvent('JSON.parse + rule'),
      },
      floor: await perEvent('hop'),
    };
  },
};

function checkSameResult(frames: readonly string[], filter: typeof bigDeltaFilter): void {
  const scan = createFrameScanner(filter);
  for (const frame of frames) {
    if (JSON.stringify(scan(frame)) !== JSON.stringify(readParsedFrame(frame, filter))) {
      throw new Error('The scanner and JSON.parse return different trades');
    }
  }
}
