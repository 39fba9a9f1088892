// Markdown tables and their cells.
import type { Field } from './read-shapes.ts';
import type { Action } from './read-types.ts';

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

const onlyIn = (states: readonly string[]): string =>
  states.length === 0 ? '' : `In ${states.map(code).join(', ')}. `;

/** Truncates a long type. String literals and the fields of short objects are complete. */
export function short(type: string): string {
  const text = type.startsWith('{') ? type.replaceAll('readonly ', '').replaceAll('; }', ' }') : type;
  const maxLength = /^\{ [^()]*$/.test(text) ? 200 : 60;
  return code(text.length > maxLength && !text.startsWith("'") ? `${text.slice(0, 57)}…` : text);
}

/** Descriptions of options and actions that every feature has. */
export const commonDescriptions: Readonly<Record<string, string>> = {
  api: 'The transport, from `createApiClient`.',
  session: 'The session, from `createSession`.',
  destroy: 'Aborts requests, stops timers, closes sockets and removes listeners.',
};

/** The type of an action's result; a long one is a `Result`. */
const resultText = (result: string): string => (result.length > 90 ? 'Result' : result);

export const actionTable = (actions: readonly Action[]): readonly string[] =>
  table(
    ['action', 'returns', 'description'],
    actions.map(({ name, parameters, result, about }) => [
      code(`${name}(${parameters.join(', ')})`),
      code(resultText(result)),
      cell(about || (commonDescriptions[name] ?? '')),
    ]),
  );

export const fieldTable = (fields: readonly Field[]): readonly string[] =>
  table(
    ['field', 'type', 'description'],
    fields.map((field) => [
      code(field.name),
      short(field.type),
      cell(`${onlyIn(field.only)}${field.about}`.trim()),
    ]),
  );
