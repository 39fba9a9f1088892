// The reference page of the options of `createOpenbell`, from their doc comments.
import ts from 'typescript';
import { type Shape, shapesBelow } from './read-shapes.ts';
import {
  documentation,
  type Option,
  openCore,
  readerOf,
  readOptions,
  readProperties,
  resolved,
} from './read-types.ts';
import { cell, code, fieldTable, short, table } from './tables.ts';

const begin = `# Options of createOpenbell

Only \`apiUrl\` is required; the other defaults fit the reference server. Options are read once. Nothing is sent, stored or
listened to before \`start()\`. A feature that you create without \`createOpenbell\` takes the options on its reference page
([for example chat](chat.md#options)).`;

const portsText = `Pass any of them. The interfaces and the browser's implementations are in \`@openbell/core/ports\`; fake clocks, storage
and sockets for tests are in [\`@openbell/testing\`](../guides/testing.md).`;

const typesText = 'The types of the options above.';

/** Returns the example of an option as a module that compiles. */
function exampleOf({ name, example }: Option): string {
  const lines = [...(name === 'apiUrl' ? [] : ["apiUrl: '/api'"]), example];
  return [
    "import { createOpenbell } from '@openbell/core';",
    '',
    'createOpenbell({',
    ...lines.map((line) => `  ${line},`),
    '});',
  ].join('\n');
}

/** Quotes string literals like the sources. */
const withSingleQuotes = (type: string): string => type.replaceAll('"', "'");

const sectionOf = (option: Option): readonly string[] => [
  `## ${option.name}`,
  '',
  `\`${withSingleQuotes(option.type)}\`; ${option.optional ? `default: ${option.fallback}` : 'required'}.`,
  '',
  option.about,
  '',
  '```ts',
  exampleOf(option),
  '```',
  '',
];

const shapeLines = ({ name, about, fields }: Shape): readonly string[] => [
  `### ${name}`,
  '',
  about,
  '',
  ...fieldTable(fields),
];

/** Returns the types that a property's declared type refers to. */
function referencedTypes(checker: ts.TypeChecker, declaration: ts.Declaration): readonly ts.Type[] {
  if (!ts.isPropertySignature(declaration) || declaration.type === undefined) return [];
  const { type } = declaration;
  const parts = ts.isUnionTypeNode(type) ? [...type.types] : [type];
  return parts.filter(ts.isTypeReferenceNode).map((node) => checker.getTypeFromTypeNode(node));
}

/** The reference page of the options of `createOpenbell`. */
export function optionsPage(): string {
  const { checker, exportsOf } = openCore([]);
  const declared = (symbol: ts.Symbol) => checker.getDeclaredTypeOfSymbol(resolved(checker, symbol));
  const factory = exportsOf('').find(({ name }) => name === 'createOpenbell');
  const ports = exportsOf('').find(({ name }) => name === 'OpenbellPorts');
  if (factory === undefined || ports === undefined) throw new Error('core exports no createOpenbell.');
  const options = readOptions(checker, factory);
  const undocumented = options.filter(
    ({ example, optional, fallback }) => !example || (optional && !fallback),
  );
  if (undocumented.length > 0) {
    throw new Error(
      `Options without an example or a default: ${undocumented.map(({ name }) => name).join(', ')}.`,
    );
  }
  const optionsType = exportsOf('').find(({ name }) => name === 'OpenbellOptions');
  // The ports have their own table.
  const types = (optionsType === undefined ? [] : checker.getPropertiesOfType(declared(optionsType)))
    .filter(({ name }) => name !== 'ports')
    .flatMap((property) => property.declarations ?? [])
    .flatMap((declaration) => referencedTypes(checker, declaration));
  const portList = readProperties(checker, declared(ports));
  const lines = [
    begin,
    '',
    ...table(
      ['option', 'type', 'default'],
      options.map(({ name, type, optional, fallback }) => [
        `[${name}](#${name.toLowerCase()})`,
        short(withSingleQuotes(type)),
        optional ? cell(fallback) : 'required',
      ]),
    ),
    ...options.flatMap(sectionOf),
    '## The ports',
    '',
    documentation(checker, resolved(checker, ports)),
    '',
    portsText,
    '',
    ...table(
      ['port', 'type', 'description'],
      portList.map(({ name, type, about }) => [code(name), short(type), cell(about)]),
    ),
    '## Types',
    '',
    typesText,
    '',
    ...shapesBelow(readerOf(checker), types).flatMap(shapeLines),
  ];
  return `${lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}
