import type { Trade } from '../../contract/index.ts';
import { parseOptionSymbol, strikeText } from '../../option-symbol/index.ts';
import { formatInstant, zoneText } from '../../shared/dates.ts';
import { ABSENT, fixedText, numberText, priceText } from '../../shared/formats.ts';
import { BOUGHT, SOLD } from '../columns/trade-codes.ts';
import type { ColumnId } from '../order/sort.types.ts';

const decimal: Intl.NumberFormatOptions = { maximumFractionDigits: 4 };
const usd = { style: 'currency', currency: 'USD' } as const;
const wholeDollars: Intl.NumberFormatOptions = { ...usd, maximumFractionDigits: 0 };
const compactDollars: Intl.NumberFormatOptions = {
  ...usd,
  notation: 'compact',
  // Explicit, because the default differs between engine versions ('$0.00' or '$0').
  minimumFractionDigits: 0,
  maximumFractionDigits: 2,
};

export { zoneText };

/** Formats a count: `1,250`. */
export function countText(value: number): string {
  return numberText(value, decimal);
}

/** Formats dollars without cents: `$1,250,000`. */
export function dollarsText(value: number): string {
  return numberText(value, wholeDollars);
}

/** Formats dollars in compact notation: `$1.25M`. */
export function shortDollarsText(value: number): string {
  return numberText(value, compactDollars);
}

/** Formats an option symbol for a narrow column: `AAPL 150C 12/19/25`. */
function shortOption(text: string): string {
  const symbol = parseOptionSymbol(text);
  if (symbol === null) return text;
  const [year = '', month = '', day = ''] = symbol.expiry.split('-');
  const right = symbol.type === 'call' ? 'C' : 'P';
  return `${symbol.root} ${strikeText(symbol.strike)}${right} ${Number(month)}/${Number(day)}/${year.slice(2)}`;
}

/** The text of a cell; an unknown value is a dash. */
export function cellText(trade: Trade, column: ColumnId): string {
  switch (column) {
    case 'time':
      return formatInstant(trade.time, 'DD MMM HH:mm:ss');
    case 'option':
      return shortOption(trade.option);
    case 'qty':
      return numberText(trade.qty, decimal);
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
export function sideOf(trade: Trade): 'bought' | 'sold' | null {
  if (trade.type === BOUGHT) return 'bought';
  return trade.type === SOLD ? 'sold' : null;
}
