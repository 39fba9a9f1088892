import { cancelConditions, lateConditions } from '../contract/trade-codes.ts';
import type { TradeFilter } from '../options-feed/index.ts';
import type { FlashTrade } from './trade-flash.types.ts';

/** A size over 100, or one of the conditions 15, 16 and 37. */
export const bigDeltaFilter: TradeFilter = { sizeOver: 100, conditions: new Set([15, 16, 37]) };

/**
 * Conditions of options, while those of {@link bigDeltaFilter} are of stocks: sweeps (219), single-leg auctions, crosses
 * and floor trades (227 to 231), and multi-leg trades (232 to 247).
 */
export const optionConditions: ReadonlySet<number> = new Set([
  219,
  ...Array.from({ length: 21 }, (_, i) => 227 + i),
]);

/** Shares per contract, except for adjusted contracts. */
export const standardMultiplier = 100;

function includesAny(conditions: readonly number[], set: ReadonlySet<number>): boolean {
  return conditions.some((condition) => set.has(condition));
}

/** True for a print that cancels an earlier one. */
export function isCancel(conditions: readonly number[]): boolean {
  return includesAny(conditions, cancelConditions);
}

/** True for a print that was reported late, or out of sequence. */
export function isLate(conditions: readonly number[]): boolean {
  return includesAny(conditions, lateConditions);
}

/** Intermarket sweep orders (ISO), and single-leg auctions and crosses of them. */
const sweepConditions: ReadonlySet<number> = new Set([219, 228, 230]);

/** True for a print of an intermarket sweep order, which executes on several exchanges at once. */
export function isSweep(conditions: readonly number[]): boolean {
  return includesAny(conditions, sweepConditions);
}

/** Returns the filter, extended so that it also lets cancels through. */
export function withCancels(filter: TradeFilter): TradeFilter {
  return { sizeOver: filter.sizeOver, conditions: new Set([...filter.conditions, ...cancelConditions]) };
}

/**
 * Price × size × multiplier in whole cents, computed in millionths of a dollar, so that 0.07 × 3 × 100 is 21.00. Rounds to
 * the nearest cent. NaN beyond 2^53, where cents are not exact.
 */
export function centsOf(price: number, size: number, multiplier: number = standardMultiplier): number {
  const millionths = Math.round(price * 1_000_000);
  const product = millionths * size * multiplier;
  if (!(Math.abs(product / 10_000) <= Number.MAX_SAFE_INTEGER)) return Number.NaN;
  if (Number.isInteger(size) && Number.isInteger(multiplier) && Math.abs(product) > Number.MAX_SAFE_INTEGER) {
    const exact = BigInt(millionths) * BigInt(size) * BigInt(multiplier);
    return Number((exact + (exact < 0n ? -5000n : 5000n)) / 10_000n);
  }
  return Math.round(product / 10_000);
}

/** {@link centsOf} in dollars. */
export function dollarsOf(price: number, size: number, multiplier: number = standardMultiplier): number {
  return centsOf(price, size, multiplier) / 100;
}

/** The tape follows the newest trade unless it is scrolled up by more pixels than this. */
export const autoscrollThreshold = 100;

export interface ScrollPosition {
  readonly scrollTop: number;
  readonly clientHeight: number;
  readonly scrollHeight: number;
}

/** True when the tape should follow: it is scrolled up by at most `threshold` pixels. */
export function followsEnd(position: ScrollPosition, threshold: number = autoscrollThreshold): boolean {
  return position.scrollHeight - position.clientHeight - position.scrollTop <= threshold;
}

/** Count, dollars and largest trade of a list (such as one ticker's trades), without canceled ones. */
export function summaryOf(trades: readonly Pick<FlashTrade, 'dollars' | 'isCanceled'>[]): {
  readonly trades: number;
  readonly dollars: number;
  readonly largest: number;
} {
  let count = 0;
  let cents = 0;
  let largest = 0;
  for (const { dollars, isCanceled } of trades) {
    if (isCanceled) continue;
    count += 1;
    cents += Math.round(dollars * 100);
    largest = Math.max(largest, dollars);
  }
  return { trades: count, dollars: cents / 100, largest };
}

/** The filled part of a trade's weight bar, 0 to 1. The square root keeps small trades visible. */
export function weightOf(dollars: number, largest: number): number {
  if (!(dollars > 0) || !(largest > 0)) return 0;
  return Math.min(1, Math.sqrt(dollars / largest));
}

/**
 * True above 480 trades a second (at 60 frames), too many to read. The tape is then published every other frame, to keep
 * the main thread free for input.
 */
export function isBurst(tradesInFrame: number): boolean {
  return tradesInFrame > 8;
}

/** The number of trades after the last seen one. Ids are consecutive. */
export function newSince(trades: readonly { readonly id: number }[], lastSeen: number): number {
  const newest = trades.at(-1)?.id ?? 0;
  return Math.max(0, Math.min(newest - lastSeen, trades.length));
}

/** The age of a trade in milliseconds from which it is a replay: longer than any live feed is delayed. */
const replayAge = 30 * 60_000;

/** True for the lag of a feed that replays an earlier session, as the sandbox does outside market hours. */
export function isReplay(lag: number | null): boolean {
  return lag !== null && lag >= replayAge;
}
