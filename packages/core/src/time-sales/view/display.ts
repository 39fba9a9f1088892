import { ABSENT, fixedText, priceText } from '../../shared/formats.ts';
import { countText, shortContractText, tradeMomentText } from '../../shared/trade-texts.ts';
import { BOUGHT, SOLD } from '../columns/trade-codes.ts';
import type { ColumnId } from '../order/sort.types.ts';
import type { TimedTrade } from '../timed-trade.ts';

/** The text of a cell; an unknown value is a dash. */
export function cellText(trade: TimedTrade, column: ColumnId): string {
  switch (column) {
    case 'time':
      return tradeMomentText(trade.time);
    case 'option':
      return trade.symbol === null ? trade.option : shortContractText(trade.symbol);
    case 'qty':
      return countText(trade.qty);
    case 'price':
      return priceText(trade.price);
    case 'delta':
      return trade.delta === null ? ABSENT : fixedText(trade.delta, 2);
    case 'iv':
      return trade.iv === null ? ABSENT : `${fixedText(trade.iv * 100, 1)}%`;
    case 'market':
      return trade.market === '' ? ABSENT : trade.market;
    case 'underlying':
      return trade.underlying === null ? ABSENT : priceText(trade.underlying);
    default:
      return trade[column];
  }
}

/** The side of a trade, from its `type`: 1 is bought, 3 is sold. */
export function sideOf({ type }: Pick<TimedTrade, 'type'>): 'bought' | 'sold' | null {
  if (type === BOUGHT) return 'bought';
  return type === SOLD ? 'sold' : null;
}
