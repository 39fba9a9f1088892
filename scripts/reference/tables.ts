// Tables of a page, and what stands in their cells.
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

const only = (states: readonly string[]): string =>
  states.length === 0 ? '' : `In ${states.map(code).join(', ')}. `;

/** A long type's beginning, the whole of which is in the declarations; words, and the fields of an object, are all there. */
export function short(type: string): string {
  const text = type.startsWith('{') ? type.replaceAll('readonly ', '').replaceAll('; }', ' }') : type;
  const most = /^\{ [^()]*$/.test(text) ? 200 : 60;
  return code(text.length > most && !text.startsWith("'") ? `${text.slice(0, 57)}…` : text);
}

/** What is the same in every feature. */
export const everywhere: Readonly<Record<string, string>> = {
  api: 'The transport: what `createApiClient` makes.',
  session: 'Who is signed in: what `createSession` makes.',
  destroy: 'Takes back what runs: requests, timers, sockets, listeners.',
};

/** An answer as a reader needs it: a result's value, or the type itself. */
const answerText = (answer: string): string => (answer.length > 90 ? 'Result' : answer);

export const actionTable = (actions: readonly Action[]): readonly string[] =>
  table(
    ['action', 'gives', 'what'],
    actions.map(({ name, parameters, answer, about }) => [
      code(`${name}(${parameters.join(', ')})`),
      code(answerText(answer)),
      cell(about || (everywhere[name] ?? '')),
    ]),
  );

export const fieldTable = (fields: readonly Field[]): readonly string[] =>
  table(
    ['field', 'type', 'what'],
    fields.map((field) => [
      code(field.name),
      short(field.type),
      cell(`${only(field.only)}${field.about}`.trim()),
    ]),
  );
