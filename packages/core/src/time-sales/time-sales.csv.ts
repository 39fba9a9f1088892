import { columns } from './time-sales.columns.ts';
import type { ColumnId, SortedRows } from './time-sales.types.ts';

/** A text that a spreadsheet would run as a formula is led by an apostrophe; a number is left as it is. */
function csvText(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
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
    const cells = columns.map(({ id }) => {
      const value = trade[id];
      if (typeof value === 'number') return String(value);
      return value === null ? '' : csvText(value);
    });
    lines.push([...cells, trade.type === 1 ? 'bought' : trade.type === 3 ? 'sold' : ''].join(','));
  }
  return `${lines.join('\r\n')}\r\n`;
}
