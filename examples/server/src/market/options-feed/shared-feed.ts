// The options feed of several processes: one of them is connected to the provider, the others receive its trades.
import { randomUUID } from 'node:crypto';
import {
  type FeedStatusEvent,
  type FeedTradeEvent,
  feedStatusEventSchema,
  feedTradeEventSchema,
} from '@openbell/core/contract';
import * as v from 'valibot';
import { lockKey } from '../../db/lock-key.ts';
import type { HoldLock } from '../../db/locks.ts';
import type { Channel } from '../../live/channel.ts';
import type { Logger } from '../../log.ts';
import {
  createShared,
  type FeedListener,
  type FeedSource,
  frameOf,
  upstreamUnavailable,
} from '../../providers/feed/feed-source.ts';
import type { Timers } from '../../timers.ts';

const SUBJECT = 'options-feed';
/** Trades of one message, about 150 kB. */
const CHUNK = 1_000;
const LINGER_MS = 30_000;

const messageSchema = v.object({
  /** One term of one owner. */
  term: v.string(),
  /** Counts the messages of the term from 1. */
  number: v.number(),
  trades: v.optional(v.array(feedTradeEventSchema), []),
  status: v.optional(feedStatusEventSchema),
});

export interface SharedFeedOptions {
  /** Opens the connection to the provider. */
  readonly open: () => FeedSource;
  readonly holdLock: HoldLock;
  readonly channel: Channel;
  /** Whether other processes receive the messages of the channel. */
  readonly hasBroker: boolean;
  readonly timers: Timers;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/**
 * Creates a source whose connection to the provider is held by one of the processes that have listeners. Without a broker
 * the others report the feed as interrupted.
 */
export function createSharedFeed({
  open,
  holdLock,
  channel,
  hasBroker,
  timers,
  log,
}: SharedFeedOptions): FeedSource {
  const start = (all: FeedListener): (() => void) => {
    let upstream: FeedSource | null = null;
    /** The last message of an owner, this process included. Null before the first one. */
    let last: { readonly term: string; readonly number: number } | null = null;

    function receive({ term, number, trades, status }: v.InferOutput<typeof messageSchema>): void {
      if (last !== null && (last.term !== term || last.number + 1 !== number))
        all.status(upstreamUnavailable);
      last = { term, number };
      if (trades.length > 0) all.frame(frameOf(trades));
      if (status !== undefined) all.status(status);
    }

    const stops = [
      channel.subscribe(SUBJECT, (message) => {
        // Its own messages.
        if (upstream !== null) return;
        const read = v.safeParse(messageSchema, message);
        if (read.success) receive(read.output);
        else log.warn('options-feed-message-dropped');
      }),
      channel.onInterrupted(() => {
        if (upstream === null) all.status(upstreamUnavailable);
      }),
    ];

    function leave(): void {
      upstream?.close();
      upstream = null;
    }

    const release = holdLock(lockKey('options-feed'), {
      log,
      onTaken() {
        log.info('options-feed-owner');
        // Trades of the time without an owner are missing here, too.
        if (last !== null) all.status(upstreamUnavailable);
        const term = randomUUID();
        let number = 0;
        const publish = (content: { trades: readonly FeedTradeEvent[] } | { status: FeedStatusEvent }) => {
          number += 1;
          last = { term, number };
          channel.publish(SUBJECT, { term, number, ...content });
        };
        upstream = open();
        upstream.listen({
          frame(frame) {
            all.frame(frame);
            for (let from = 0; from < frame.trades.length; from += CHUNK) {
              publish({ trades: frame.trades.slice(from, from + CHUNK) });
            }
          },
          status(status) {
            all.status(status);
            publish({ status });
          },
        });
      },
      onLost() {
        log.warn('options-feed-owner-lost');
        leave();
        all.status(upstreamUnavailable);
      },
    });
    if (!hasBroker) all.status(upstreamUnavailable);

    return () => {
      for (const stop of stops) stop();
      leave();
      void release();
    };
  };
  return createShared(start, (error) => log.error('options-feed-listener-failed', { error }), {
    timers,
    ms: LINGER_MS,
  });
}
