import type { Trade } from '../../contract/index.ts';

/**
 * The kind of a trade.
 *
 * - `multi-leg`: part of a spread or of a trade with stock, so its side does not show a direction.
 * - `sweep`: an intermarket sweep order, which executes on several exchanges at once.
 * - `block`: any other trade of many contracts.
 */
export type TradeLabel = 'sweep' | 'block' | 'multi-leg';

/** Minimum number of contracts of a block. */
export const blockQty = 500;

/**
 * Returns the label of a trade, from the name of its condition and its size; null for an ordinary trade.
 *
 * @param minQty minimum number of contracts of a block
 */
export function labelOf(
  trade: Pick<Trade, 'condition' | 'qty'>,
  minQty: number = blockQty,
): TradeLabel | null {
  const { condition, qty } = trade;
  if (/\bmulti[- ]?leg\b|\bstock[- ]options?\b|\bcomplex\b/i.test(condition)) return 'multi-leg';
  if (/\bsweep\b|\bISO\b/i.test(condition) && !/\bnon[- ]ISO\b/i.test(condition)) return 'sweep';
  return qty >= minQty ? 'block' : null;
}
