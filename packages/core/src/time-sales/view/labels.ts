import type { Trade } from '../../contract/index.ts';

/**
 * What kind of print a trade is.
 *
 * - `multi-leg`: part of a spread, or of a trade with stock: its side says little about a direction.
 * - `sweep`: an intermarket sweep order, which takes what several exchanges show at once.
 * - `block`: one print of many contracts that is neither.
 */
export type TradeLabel = 'sweep' | 'block' | 'multi-leg';

/** Contracts from which one print is a block. */
export const blockQty = 500;

/** A trade's label, by the name of its condition and its size; null for an ordinary print. */
export function labelOf(
  trade: Pick<Trade, 'condition' | 'qty'>,
  least: number = blockQty,
): TradeLabel | null {
  const { condition, qty } = trade;
  if (/\bmulti[- ]?leg\b|\bstock[- ]options?\b|\bcomplex\b/i.test(condition)) return 'multi-leg';
  if (/\bsweep\b|\bISO\b/i.test(condition) && !/\bnon[- ]ISO\b/i.test(condition)) return 'sweep';
  return qty >= least ? 'block' : null;
}
