// Tables of a page, and what stands in their cells.
import type { Field } from './read-shapes.ts';

export const cell = (value: string): string =>
  value
    .replaceAll('|', '\\|')
    .replaceAll(/\s*\n\s*-\s/g, ' · ')
    .replaceAll(/\s*\n\s*/g, ' ');
export const code = (value: string): string => `\`${value.replaceAll('|', '\\|').replaceAll('`', '')}\``;

export function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length === 0) return [];
  return [
    `| ${head.join(' | ')} |`,
    `| ${head.map(() => '---').join(' | ')} |`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    '',
  ];
}

const only = (states: readonly string[]): string =>
  states.length === 0 ? '' : `In ${states.map(code).join(', ')}. `;

/** A long type's beginning, the whole of which is in the declarations; words are all there. */
export const short = (type: string): string =>
  code(type.length > 60 && !type.startsWith("'") ? `${type.slice(0, 57)}…` : type);

export const fieldTable = (fields: readonly Field[]): readonly string[] =>
  table(
    ['field', 'type', 'what'],
    fields.map((field) => [
      code(field.name),
      short(field.type),
      cell(`${only(field.only)}${field.about}`.trim()),
    ]),
  );
