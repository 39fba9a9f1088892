import type { FeedStatusEvent, FeedTradeEvent } from '../contract/index.ts';
import type { FrameReading, TradeFilter } from './options-feed.types.ts';

function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** A trade whose optional fields may be undefined. */
interface TradeFields extends Omit<FeedTradeEvent, 'x' | 'c' | 'q'> {
  readonly x: number | undefined;
  readonly c: readonly number[] | undefined;
  readonly q: number | undefined;
}

/** Omits the optional fields that are undefined. */
export function omitAbsent(trade: TradeFields): FeedTradeEvent {
  const { sym, x, p, s, c, t, q } = trade;
  // Nearly all trades have every field, and spreading is slow.
  if (x !== undefined && c !== undefined && q !== undefined) return trade as FeedTradeEvent;
  return {
    ev: 'T',
    sym,
    ...(x === undefined ? {} : { x }),
    p,
    s,
    ...(c === undefined ? {} : { c }),
    t,
    ...(q === undefined ? {} : { q }),
  };
}

/** Reads a trade as the contract's `feedTradeEventSchema` does; null when malformed. */
export function readTrade(event: Readonly<Record<string, unknown>>): FeedTradeEvent | null {
  const { sym, x, p, s, c, t, q } = event;
  if (typeof sym !== 'string' || !isFiniteNumber(p) || !isFiniteNumber(s) || !isFiniteNumber(t)) return null;
  if (x !== undefined && typeof x !== 'number') return null;
  if (q !== undefined && typeof q !== 'number') return null;
  if (c !== undefined && !(Array.isArray(c) && c.every((condition) => typeof condition === 'number')))
    return null;
  return omitAbsent({ ev: 'T', sym, x, p, s, c, t, q });
}

/** True for a trade of more than `sizeOver` contracts, or with one of the filter's conditions. */
export function isWanted(trade: FeedTradeEvent, filter: TradeFilter): boolean {
  if (trade.s > filter.sizeOver) return true;
  return trade.c?.some((condition) => filter.conditions.has(condition)) ?? false;
}

/** Reads a frame, an array of events or a single one, with JSON.parse. Ignores unknown events, counts malformed trades. */
export function readParsedFrame(text: string, filter: TradeFilter): FrameReading {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return { isValid: false, trades: [], statuses: [], seen: 0, malformed: 0 };
  }
  const trades: FeedTradeEvent[] = [];
  const statuses: FeedStatusEvent[] = [];
  let seen = 0;
  let malformed = 0;
  const events: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  for (const raw of events) {
    if (typeof raw !== 'object' || raw === null) continue;
    const event = raw as Readonly<Record<string, unknown>>;
    if (event.ev === 'T') {
      seen += 1;
      const trade = readTrade(event);
      if (trade === null) malformed += 1;
      else if (isWanted(trade, filter)) trades.push(trade);
    } else if (event.ev === 'status' && typeof event.status === 'string') {
      const message = typeof event.message === 'string' ? event.message : '';
      statuses.push({ ev: 'status', status: event.status, message });
    }
  }
  return { isValid: true, trades, statuses, seen, malformed };
}
