import type { Trade } from '../../contract/index.ts';
import type { ColumnId, SortedRows } from '../time-sales.types.ts';
import { columns } from './column-layout.ts';

/** A text that a spreadsheet would run as a formula is led by an apostrophe; a number is left as it is. */
function plainText(text: string): string {
  return /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
}

function csvText(text: string): string {
  const safe = plainText(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A row's raw values, its side last. */
function valuesOf(trade: Trade, write: (text: string) => string): string[] {
  const cells = columns.map(({ id }) => {
    const value = trade[id];
    if (typeof value === 'number') return String(value);
    return value === null ? '' : write(value);
  });
  return [...cells, trade.type === 1 ? 'bought' : trade.type === 3 ? 'sold' : ''];
}

/** One row as tab-separated values, as a spreadsheet takes them from the clipboard. */
export function rowTextOf(trade: Trade): string {
  return valuesOf(trade, (text) => plainText(text).replace(/[\t\r\n]+/g, ' ')).join('\t');
}

/**
 * Rows as CSV (RFC 4180), in the order in which they are shown: raw values, so that a spreadsheet can calculate;
 * unknown figures are empty, the side is `bought`, `sold` or empty. `titles` are the column heads.
 */
export function csvOf(rows: SortedRows, titles: Readonly<Record<ColumnId | 'side', string>>): string {
  const lines = [[...columns.map(({ id }) => titles[id]), titles.side].map(csvText).join(',')];
  for (let place = 0; place < rows.count; place++) {
    const trade = rows.at(place);
    if (trade === null) break;
    lines.push(valuesOf(trade, csvText).join(','));
  }
  return `${lines.join('\r\n')}\r\n`;
}
