import {
  type FeedStatusEvent,
  type FeedTradeEvent,
  feedStatusEventSchema,
  feedTradeEventSchema,
} from '@openbell/core/contract';
import * as v from 'valibot';
import { WebSocket } from 'ws';
import type { Logger } from '../../log.ts';
import type { Timers } from '../../timers.ts';
import { createShared, type FeedSource, frameOf } from './feed-source.ts';

export interface UpstreamSourceOptions {
  readonly url: string;
  readonly key: string;
  readonly timers: Timers;
  readonly log: Logger;
  /** 0 to 1, for the spread of the back-off. */
  readonly random: () => number;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** Wait after a refused key. */
const REFUSED_WAIT_MS = 5 * 60_000;
/** First wait after an eviction by another program with the same key; doubled each time. */
const EVICTED_WAIT_MS = 15_000;
/** A connection of this duration resets the wait. */
const STABLE_MS = 5 * 60_000;
/** Timeout from the first byte to the acknowledged subscription or first trade. */
const HANDSHAKE_MS = 30_000;
const LINGER_MS = 30_000;
const PING_MS = 30_000;
const MAX_FRAME_BYTES = 16 * 1024 * 1024;

/**
 * Connects to the provider's feed by the one connection that a key allows. The back-off is reset only by trades, as an
 * evicted connection is authenticated and subscribed before it is closed.
 */
export function createUpstreamSource(options: UpstreamSourceOptions): FeedSource {
  const { url, key, timers, log, random } = options;

  return createShared(
    (all) => {
      let stopped = false;
      let failures = 0;
      let evictions = 0;
      let socket: WebSocket | null = null;
      let cancelWait = () => {};

      const connect = () => {
        let refused = false;
        let evicted = false;
        let alive = true;
        let told = false;
        let unreadable = 0;
        // No redirects: the key must not follow one to another host.
        const current = new WebSocket(url, {
          followRedirects: false,
          handshakeTimeout: 15_000,
          maxPayload: MAX_FRAME_BYTES,
        });
        socket = current;
        const send = (action: string, params: string) => current.send(JSON.stringify({ action, params }));
        const stopStable = timers.after(STABLE_MS, () => {
          evictions = 0;
        });
        const stopHandshake = timers.after(HANDSHAKE_MS, () => current.terminate());
        const stopPing = timers.every(PING_MS, () => {
          if (!alive) return current.terminate();
          alive = false;
          if (current.readyState === WebSocket.OPEN) current.ping();
        });

        current.on('pong', () => {
          alive = true;
        });
        current.on('message', (data) => {
          alive = true;
          const trades: FeedTradeEvent[] = [];
          const events = readEvents(String(data));
          if (events === null) unreadable += 1;
          for (const event of events ?? []) {
            const trade = v.safeParse(feedTradeEventSchema, event);
            if (trade.success) {
              trades.push(trade.output);
              continue;
            }
            const status = v.safeParse(feedStatusEventSchema, event);
            if (!status.success) {
              if (isTrade(event)) unreadable += 1;
              continue;
            }
            if (status.output.status === 'connected') send('auth', key);
            else if (status.output.status === 'auth_success') send('subscribe', 'T.*');
            else if (status.output.status === 'success') stopHandshake();
            else {
              refused ||= isRefusal(status.output);
              evicted ||= status.output.status === 'max_connections';
              log.warn('options-feed-upstream-status', { status: status.output.status });
            }
          }
          // The provider closes it; terminated here in case it does not.
          if (refused || evicted) current.terminate();
          if (trades.length === 0) return;
          failures = 0;
          stopHandshake();
          if (!told) {
            told = true;
            log.info('options-feed-upstream-live');
          }
          all.frame(frameOf(trades));
        });
        // An error's message may contain the address, so only its code is logged.
        current.on('error', (error) => log.warn('options-feed-upstream-error', { reason: error.name }));
        current.on('close', (closeCode) => {
          stopPing();
          stopStable();
          stopHandshake();
          if (stopped) return;
          failures += 1;
          evicted ||= closeCode === 1008 && !refused;
          if (evicted) evictions += 1;
          const wait = waitFor({ failures, evictions, refused, evicted });
          log.warn('options-feed-upstream-closed', { closeCode, refused, evicted, wait, unreadable });
          all.status({
            ev: 'status',
            status: 'upstream_unavailable',
            message: 'The market feed is interrupted; it is being connected again.',
          });
          cancelWait = timers.after(wait * (0.5 + random() / 2), connect);
        });
      };
      connect();

      return () => {
        stopped = true;
        cancelWait();
        socket?.terminate();
      };
    },
    (error) => log.error('options-feed-listener-failed', { error }),
    { timers, ms: LINGER_MS },
  );
}

/** Returns the wait before the next attempt in milliseconds, without jitter. */
export function waitFor(past: {
  readonly failures: number;
  readonly evictions: number;
  readonly refused: boolean;
  readonly evicted: boolean;
}): number {
  if (past.refused) return REFUSED_WAIT_MS;
  if (past.evicted) return Math.min(REFUSED_WAIT_MS, EVICTED_WAIT_MS * 2 ** Math.min(10, past.evictions - 1));
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(10, past.failures - 1));
}

/** Older servers refuse a key with `error`; `auth_timeout` is no refusal. */
function isRefusal({ status, message }: FeedStatusEvent): boolean {
  return status === 'auth_failed' || (status === 'error' && /authentication failed/i.test(message));
}

/** Parses the events of a frame; null for invalid JSON. */
function readEvents(text: string): readonly unknown[] | null {
  try {
    const read: unknown = JSON.parse(text);
    return Array.isArray(read) ? read : [read];
  } catch {
    return null;
  }
}

function isTrade(event: unknown): boolean {
  return typeof event === 'object' && event !== null && 'ev' in event && event.ev === 'T';
}
