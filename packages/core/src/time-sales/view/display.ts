import type { Trade } from '../../contract/index.ts';
import { parseOptionSymbol, strikeText } from '../../option-symbol/index.ts';
import { formatInstant } from '../../shared/dates.ts';
import { BOUGHT, SOLD } from '../columns/trade-codes.ts';
import type { ColumnId } from '../order/sort.types.ts';

const whole: Intl.NumberFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 });
const money: Intl.NumberFormat = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
});
const usd = { style: 'currency', currency: 'USD' } as const;
const wholeDollars: Intl.NumberFormat = new Intl.NumberFormat('en-US', { ...usd, maximumFractionDigits: 0 });
const compactDollars: Intl.NumberFormat = new Intl.NumberFormat('en-US', {
  ...usd,
  notation: 'compact',
  // Explicit, because the default differs between engine versions ('$0.00' or '$0').
  minimumFractionDigits: 0,
  maximumFractionDigits: 2,
});

/** Formats a count: `1,250`. */
export function countText(value: number): string {
  return whole.format(value);
}

/** Formats dollars without cents: `$1,250,000`. */
export function dollarsText(value: number): string {
  return wholeDollars.format(value);
}

/** Formats dollars in compact notation: `$1.25M`. */
export function shortDollarsText(value: number): string {
  return compactDollars.format(value);
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
      return whole.format(trade.qty);
    case 'price':
      return money.format(trade.price);
    case 'delta':
      return trade.delta === null ? '–' : trade.delta.toFixed(2).replace('-0.00', '0.00');
    case 'iv':
      return trade.iv === null ? '–' : `${(trade.iv * 100).toFixed(1)}%`;
    case 'market':
      return trade.market === '' ? '–' : trade.market;
    case 'underlying':
      return trade.underlying === null ? '–' : money.format(trade.underlying);
    default:
      return trade[column];
  }
}

/** The side of a trade, from its `type`: 1 is bought, 3 is sold. */
export function sideOf(trade: Trade): 'bought' | 'sold' | null {
  if (trade.type === BOUGHT) return 'bought';
  return trade.type === SOLD ? 'sold' : null;
}
