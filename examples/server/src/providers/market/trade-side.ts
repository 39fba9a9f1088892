import type { TradeSide } from '@openbell/core/contract';

/** At or above the ask. */
const BOUGHT: TradeSide = 1;
/** Between bid and ask, or unknown. */
export const BETWEEN: TradeSide = 2;
/** At or below the bid. */
const SOLD: TradeSide = 3;

/**
 * Returns the side of a trade: 1 at or above the ask, 3 at or below the bid. All in the same unit of money; a side of the
 * quote that is zero does not exist.
 */
export function sideOf(price: number, bid: number, ask: number): TradeSide {
  if (ask > 0 && price >= ask) return BOUGHT;
  return bid > 0 && price <= bid ? SOLD : BETWEEN;
}
