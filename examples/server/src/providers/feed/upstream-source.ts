import {
  type FeedStatusEvent,
  type FeedTradeEvent,
  feedStatusEventSchema,
  feedTradeEventSchema,
} from '@openbell/core/contract';
import * as v from 'valibot';
import { WebSocket } from 'ws';
import type { Logger } from '../../log.ts';
import { parseJson } from '../../parse-json.ts';
import type { Timers } from '../../timers.ts';
import {
  createShared,
  type FeedSource,
  frameOf,
  upstreamAvailable,
  upstreamUnavailable,
} from './feed-source.ts';

export interface UpstreamSourceOptions {
  readonly url: string;
  readonly key: string;
  readonly timers: Timers;
  readonly log: Logger;
  /** Returns 0 to 1, for the jitter. */
  readonly random: () => number;
}

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;
/** Delay after a rejected key. */
const REJECTED_RETRY_MS = 5 * 60_000;
/** First delay after an eviction by another program with the same key. Doubled each time. */
const EVICTED_RETRY_MS = 15_000;
/** A connection of this duration resets the delay after evictions. */
const STABLE_MS = 5 * 60_000;
/** Timeout from the first byte to the acknowledged subscription or first trade. */
const HANDSHAKE_MS = 30_000;
const LINGER_MS = 30_000;
const PING_MS = 30_000;
const MAX_FRAME_BYTES = 16 * 1024 * 1024;

/**
 * Connects to the provider's feed. A key allows one connection. Only trades reset the backoff, as an evicted connection is
 * authenticated and subscribed before it is closed.
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
        let rejected = false;
        let evicted = false;
        let alive = true;
        let isLive = false;
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
            else if (status.output.status === 'success') {
              stopHandshake();
              // The next trade may be hours away. Also on the first connection: clients of another process may wait for it.
              if (!isLive) all.status(upstreamAvailable);
            } else {
              rejected ||= isRejection(status.output);
              evicted ||= status.output.status === 'max_connections';
              log.warn('options-feed-upstream-status', { status: status.output.status });
            }
          }
          // In case the provider does not close it.
          if (rejected || evicted) current.terminate();
          if (trades.length === 0) return;
          failures = 0;
          stopHandshake();
          if (!isLive) {
            isLive = true;
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
          evicted ||= closeCode === 1008 && !rejected;
          if (evicted) evictions += 1;
          const wait = retryDelay({ failures, evictions, rejected, evicted });
          log.warn('options-feed-upstream-closed', { closeCode, rejected, evicted, wait, unreadable });
          all.status(upstreamUnavailable);
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

/** Returns the delay before the next attempt in milliseconds, without jitter. */
export function retryDelay(past: {
  readonly failures: number;
  readonly evictions: number;
  readonly rejected: boolean;
  readonly evicted: boolean;
}): number {
  if (past.rejected) return REJECTED_RETRY_MS;
  if (past.evicted)
    return Math.min(REJECTED_RETRY_MS, EVICTED_RETRY_MS * 2 ** Math.min(10, past.evictions - 1));
  return Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(10, past.failures - 1));
}

/** Returns whether a status rejects the key. Older servers use `error`. */
function isRejection({ status, message }: FeedStatusEvent): boolean {
  return status === 'auth_failed' || (status === 'error' && /authentication failed/i.test(message));
}

/** Parses the events of a frame. Null for invalid JSON. */
function readEvents(text: string): readonly unknown[] | null {
  const read = parseJson(v.unknown(), text);
  return read === null || Array.isArray(read) ? read : [read];
}

function isTrade(event: unknown): boolean {
  return typeof event === 'object' && event !== null && 'ev' in event && event.ev === 'T';
}
