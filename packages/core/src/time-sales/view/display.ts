import type { Trade } from '../../contract/index.ts';
import { parseOptionSymbol, strikeText } from '../../option-symbol/index.ts';
import { formatInstant } from '../../shared/dates.ts';
import type { ColumnId } from '../time-sales.types.ts';
import { BOUGHT, SOLD } from './totals.ts';

const whole: Intl.NumberFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 });
const money: Intl.NumberFormat = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
});
const wholeDollars: Intl.NumberFormat = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
const compactDollars: Intl.NumberFormat = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  // Said, as engines of different years have different minds about it ('$0.00' on a server, '$0' in a browser).
  minimumFractionDigits: 0,
  maximumFractionDigits: 2,
});

/** A count as it is read: `1,250`. */
export function countText(value: number): string {
  return whole.format(value);
}

/** Dollars without cents: `$1,250,000`. */
export function dollarsText(value: number): string {
  return wholeDollars.format(value);
}

/** Dollars in short: `$1.25M`. */
export function shortDollarsText(value: number): string {
  return compactDollars.format(value);
}

/** A contract in a narrow column: `AAPL 150C 12/19/25`. */
function shortOption(text: string): string {
  const symbol = parseOptionSymbol(text);
  if (symbol === null) return text;
  const [year = '', month = '', day = ''] = symbol.expiry.split('-');
  const right = symbol.type === 'call' ? 'C' : 'P';
  return `${symbol.root} ${strikeText(symbol.strike)}${right} ${Number(month)}/${Number(day)}/${year.slice(2)}`;
}

/** What a cell shows. An unknown figure is a dash. */
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

/** Which side a trade was on: type 1 is bought, 3 is sold. */
export function sideOf(trade: Trade): 'bought' | 'sold' | null {
  if (trade.type === BOUGHT) return 'bought';
  return trade.type === SOLD ? 'sold' : null;
}
