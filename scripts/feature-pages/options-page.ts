// The guide on the options of `createOpenbell`, from what stands at each of them in the sources.
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

const begin = `# The options of createOpenbell

Everything that can be said when the library is put together. Only \`apiUrl\` has to be: the rest is as the reference server
has it. They are given once; nothing is read, sent or listened to before \`start()\`. What one feature takes, used alone,
stands on its own page ([for example](../features/chat.md#options)).`;

const portsText = `Each may be given alone. They are interfaces of \`@openbell/core/ports\`, where the browser's own are too; a clock, storage
and sockets that tests move by hand are in [\`@openbell/testing\`](testing.md).`;

const typesText = 'What the options hold.';

/** The example of an option, in a module that compiles. */
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

/** Words as they are written in the sources. */
const wordsOf = (type: string): string => type.replaceAll('"', "'");

const sectionOf = (option: Option): readonly string[] => [
  `## ${option.name}`,
  '',
  `\`${wordsOf(option.type)}\`; ${option.optional ? `default: ${option.fallback}` : 'has to be given'}.`,
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

/** The types that a property's own is written with. */
function namedIn(checker: ts.TypeChecker, declaration: ts.Declaration): readonly ts.Type[] {
  if (!ts.isPropertySignature(declaration) || declaration.type === undefined) return [];
  const { type } = declaration;
  const written = ts.isUnionTypeNode(type) ? [...type.types] : [type];
  return written.filter(ts.isTypeReferenceNode).map((node) => checker.getTypeFromTypeNode(node));
}

/** The guide as it has to stand in docs/guides/options.md. */
export function optionsPage(): string {
  const { checker, exportsOf } = openCore([]);
  const declared = (symbol: ts.Symbol) => checker.getDeclaredTypeOfSymbol(resolved(checker, symbol));
  const factory = exportsOf('').find(({ name }) => name === 'createOpenbell');
  const ports = exportsOf('').find(({ name }) => name === 'OpenbellPorts');
  if (factory === undefined || ports === undefined) throw new Error('core exports no createOpenbell.');
  const options = readOptions(checker, factory);
  const silent = options.filter(({ example, optional, fallback }) => !example || (optional && !fallback));
  if (silent.length > 0) {
    throw new Error(`Without an example or a default: ${silent.map(({ name }) => name).join(', ')}.`);
  }
  const taken = exportsOf('').find(({ name }) => name === 'OpenbellOptions');
  // The ports have a table of their own.
  const types = (taken === undefined ? [] : checker.getPropertiesOfType(declared(taken)))
    .filter(({ name }) => name !== 'ports')
    .flatMap((property) => property.declarations ?? [])
    .flatMap((declaration) => namedIn(checker, declaration));
  const portList = readProperties(checker, declared(ports));
  const lines = [
    begin,
    '',
    ...table(
      ['option', 'type', 'default'],
      options.map(({ name, type, optional, fallback }) => [
        `[${name}](#${name.toLowerCase()})`,
        short(wordsOf(type)),
        optional ? cell(fallback) : 'has to be given',
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
      ['port', 'type', 'what'],
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
