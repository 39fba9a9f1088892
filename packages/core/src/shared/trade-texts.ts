// How the cells of trades are written, in the table and on the tape.
import { type OptionSymbol, strikeText } from '../option-symbol/index.ts';
import { formatInstant } from './dates.ts';
import { numberText, priceText } from './formats.ts';

const decimal: Intl.NumberFormatOptions = { maximumFractionDigits: 4 };
const wholeDollars: Intl.NumberFormatOptions = {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
};
const compactDollars: Intl.NumberFormatOptions = {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  // Explicit, because the default differs between engine versions ('$0.00' or '$0').
  minimumFractionDigits: 0,
  maximumFractionDigits: 2,
};

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

/** Formats the contracts and the price of a trade: `250 × 1.25`. */
export function sizeText(size: number, price: number): string {
  return `${countText(size)} × ${priceText(price)}`;
}

/** Formats a contract for a narrow column: `AAPL 150C 12/19/25`. */
export function shortContractText({ root, expiry, type, strike }: OptionSymbol): string {
  const [year = '', month = '', day = ''] = expiry.split('-');
  return `${root} ${strikeText(strike)}${type === 'call' ? 'C' : 'P'} ${Number(month)}/${Number(day)}/${year.slice(2)}`;
}

/** The day of a trade (`25 Nov`), in the viewer's time zone. */
export function tradeDayText(time: number): string {
  return formatInstant(time, 'DD MMM');
}

/** The time of a trade as the tape shows it, in the viewer's time zone. */
export function tradeTimeText(time: number): string {
  return formatInstant(time, 'HH:mm:ss');
}

/** The day and time of a trade, in the viewer's time zone. */
export function tradeMomentText(time: number): string {
  return formatInstant(time, 'DD MMM HH:mm:ss');
}
