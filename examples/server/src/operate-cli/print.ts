// Formats results for a terminal. Pure.
import type { Outcome, Reported, ReportedRow } from '../operate/command.types.ts';

/** Characters of a cell, and of one in the last column; longer texts are cut. Use --json for all of it. */
const MAX_CELL = 80;
const MAX_LAST_CELL = 240;

/** Returns the message, the details and the rows as aligned text. */
export function formatOutcome({ message, details, rows }: Outcome): string {
  return [
    printable(message),
    ...(details === undefined ? [] : ['', ...formatDetails(details)]),
    ...(rows === undefined || rows.length === 0 ? [] : ['', ...formatRows(rows)]),
  ].join('\n');
}

function formatDetails(details: ReportedRow): string[] {
  const width = Math.max(0, ...Object.keys(details).map((name) => name.length));
  return Object.entries(details).map(([name, value]) => `${name.padEnd(width)}  ${textOf(value)}`.trimEnd());
}

function formatRows(rows: readonly ReportedRow[]): string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = [
    names,
    ...rows.map((row) =>
      names.map((name, column) =>
        cellOf(row[name] ?? null, column === names.length - 1 ? MAX_LAST_CELL : MAX_CELL),
      ),
    ),
  ];
  const widths = names.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  return cells.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function cellOf(value: Reported, max: number): string {
  const text = textOf(value).replaceAll('\n', ' ');
  return text.length > max ? `${text.slice(0, max - 1)}…` : text;
}

function textOf(value: Reported): string {
  return value === null ? '' : printable(String(value));
}

/** Removes characters that control the terminal or the direction of text: texts of members must do neither. */
export function printable(text: string): string {
  return text.replace(/(?!\n)[\p{Cc}\p{Bidi_Control}]/gu, '');
}

/** Returns JSON. Escapes also the control characters that JSON may contain. */
export function formatJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    /[\u007f-\u009f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
