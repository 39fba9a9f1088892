import type { FeedSandboxParts, FeedSource } from '@openbell/example-server';
import { createSandboxMarket, isSandboxMarket } from '../market/index.ts';
import { createSandboxSource, createSequence } from './sandbox-source.ts';

/** Returns the replay of the simulated market's trades at a speed; 1 is real time. */
export function openFeed({ clock, log, timers, market }: FeedSandboxParts): (speed: number) => FeedSource {
  const nextSequence = createSequence(clock);
  const simulated =
    market !== null && isSandboxMarket(market) ? market : createSandboxMarket({ now: () => clock.now() });
  return (speed) =>
    createSandboxSource({
      market: simulated,
      clock,
      timers,
      speed,
      nextSequence,
      onError: (error) => log.error('options-feed-sandbox-failed', { error }),
    });
}
