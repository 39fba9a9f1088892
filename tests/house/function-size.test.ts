// Functions stay short, and take an options object instead of a fourth positional parameter.
import ts from 'typescript';
import { expect, test } from 'vitest';
import { parse, sourceFiles, syntaxOf } from './read-imports.ts';

const mostLines = 150;
const mostParameters = 3;
const mostExceptions = 10;

/** Allowed exceptions as `<file> <function>`, each with its reason. */
const exceptions: Readonly<Record<string, string>> = {};

const folders = [
  'packages/core/src',
  'packages/react-hooks/src',
  'packages/testing/src',
  'packages/ui/src',
  'examples/sandbox/src',
  'examples/server/src',
];

interface Measured {
  /** `<file> <function>`. */
  readonly name: string;
  readonly lines: number;
  readonly parameters: number;
}

function functionsOf(file: string, source: ts.SourceFile): Measured[] {
  const lineAt = (position: number): number => source.getLineAndCharacterOfPosition(position).line;
  const found: Measured[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const { parent } = node;
      const own = node.name?.getText();
      const name = own ?? ('name' in parent ? (parent.name as ts.Node).getText() : 'anonymous');
      const lines = lineAt(node.end) - lineAt(node.getStart()) + 1;
      found.push({ name: `${file} ${name}`, lines, parameters: node.parameters.length });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const isTooLarge = ({ lines, parameters }: Measured): boolean =>
  lines > mostLines || parameters > mostParameters;

test('functions have at most 150 lines and three positional parameters', () => {
  const tooLarge = folders
    .flatMap(sourceFiles)
    .flatMap((file) => functionsOf(file, syntaxOf(file)).filter(isTooLarge));
  expect(tooLarge.filter(({ name }) => !(name in exceptions))).toEqual([]);
  const names = tooLarge.map(({ name }) => name);
  expect(Object.keys(exceptions).filter((name) => !names.includes(name))).toEqual([]);
  expect(Object.keys(exceptions).length).toBeLessThanOrEqual(mostExceptions);
});

test('counts the lines and parameters of each function by its name', () => {
  const text =
    'export function long() {\n  const inner = (a, b, c, d) => a;\n  return { method(e) {} };\n}\n';
  expect(functionsOf('a.ts', parse('a.ts', text))).toEqual([
    { name: 'a.ts long', lines: 4, parameters: 0 },
    { name: 'a.ts inner', lines: 1, parameters: 4 },
    { name: 'a.ts method', lines: 1, parameters: 1 },
  ]);
});
