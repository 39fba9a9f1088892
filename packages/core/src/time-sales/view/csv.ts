import type { ColumnId, SortedRows } from '../order/sort.types.ts';
import type { TimedTrade } from '../timed-trade.ts';
import { columns } from './column-layout.ts';
import { sideOf } from './display.ts';

/** Prefixes a text that a spreadsheet would run as a formula with an apostrophe. */
function escapeFormula(text: string): string {
  return /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
}

function csvText(text: string): string {
  const safe = escapeFormula(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns the raw values of a row, and its side. `escapeText` escapes the texts among them. */
function valuesOf(trade: TimedTrade, escapeText: (text: string) => string): string[] {
  const cells = columns.map(({ id }) => {
    if (id === 'time') return new Date(trade.time).toISOString();
    const value = trade[id];
    if (typeof value === 'number') return String(value);
    return value === null ? '' : escapeText(value);
  });
  return [...cells, sideOf(trade) ?? ''];
}

/** One row as tab-separated values, for pasting into a spreadsheet. */
export function rowTextOf(trade: TimedTrade): string {
  return valuesOf(trade, (text) => escapeFormula(text).replace(/[\t\r\n]+/g, ' ')).join('\t');
}

/**
 * Rows as CSV (RFC 4180), in the order shown. Values are raw, unknown ones empty; the side is `bought`, `sold` or empty.
 *
 * @param titles the column headers
 */
export function csvOf(rows: SortedRows, titles: Readonly<Record<ColumnId | 'side', string>>): string {
  const lines = [[...columns.map(({ id }) => titles[id]), titles.side].map(csvText).join(',')];
  for (let position = 0; position < rows.count; position++) {
    const trade = rows.at(position);
    if (trade === null) break;
    lines.push(valuesOf(trade, csvText).join(','));
  }
  return `${lines.join('\r\n')}\r\n`;
}
