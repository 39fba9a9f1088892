// Publishes generated trades on the options feed, on request or at an interval.
import type { FeedTradeEvent } from '@openbell/core/contract';
import type { Cancel, Scheduler } from '@openbell/core/ports';
import { createSeededRandom, generateTrade, toFeedEvent } from './market-data.ts';
import type { MemoryFeed } from './options-feed.ts';
import type { World } from './world.ts';

interface TradeGeneratorOptions {
  readonly world: World;
  readonly feed: MemoryFeed;
  readonly scheduler: Scheduler;
  /** Milliseconds between automatic trades; undefined for none. */
  readonly everyMs: number | undefined;
}

export interface TradeGenerator {
  /** Publishes a trade. Omitted fields are generated. */
  trade(part?: Partial<FeedTradeEvent>): FeedTradeEvent;
  /** Starts the automatic trades; does nothing when they run already or are disabled. */
  start(): void;
  stop(): void;
}

export function createTradeGenerator(options: TradeGeneratorOptions): TradeGenerator {
  const { world, feed, scheduler, everyMs } = options;
  const random = createSeededRandom(1);
  let cancel: Cancel = () => {};
  let isRunning = false;

  function trade(part: Partial<FeedTradeEvent> = {}): FeedTradeEvent {
    const now = world.clock.now();
    const event = { ...toFeedEvent(generateTrade(random, now), now, world.next('trade')), ...part };
    feed.publish([event]);
    return event;
  }

  return {
    trade,
    start() {
      if (everyMs === undefined || isRunning) return;
      isRunning = true;
      const scheduleNext = (): void => {
        cancel = scheduler.after(everyMs, () => {
          trade();
          scheduleNext();
        });
      };
      scheduleNext();
    },
    stop: () => cancel(),
  };
}
