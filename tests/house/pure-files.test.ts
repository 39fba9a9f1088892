// `<feature>.<idea>.ts` is pure: stores, timers and requests belong in files with other names, like `create-<feature>.ts`.
import ts from 'typescript';
import { expect, test } from 'vitest';
import { importsOf, parse, sourceFiles, syntaxOf } from './read-imports.ts';

/** Suffixes with another meaning: `storage` and `cache` use a storage that is passed in, `routes` handle requests. */
const otherIdeas = /\.(d|types|test|storage|cache|routes)\.tsx?$/;

const folders = [
  'packages/core/src',
  'packages/react-hooks/src',
  'packages/testing/src',
  'packages/ui/src',
  'examples/sandbox/src',
  'examples/server/src',
  'examples/web/src',
];

const effects =
  /^(clear|set)(Interval|Timeout|Immediate)$|^(fetch|indexedDB|(local|session)Storage|queueMicrotask|request(AnimationFrame|IdleCallback))$/;
const effectMembers = /^(Date\.now|Math\.random|performance\.now|(\w+\.)?scheduler\.(after|nextFrame))$/;
const mutators = /^(add|clear|delete|pop|push|set|shift|splice|unshift)$/;

const isNamedPure = (file: string): boolean =>
  /\/[\w-]+\.[\w.-]+\.tsx?$/.test(file) && !otherIdeas.test(file);

/** Top-level `let`s, and top-level collections that can be changed. */
function moduleState(source: ts.SourceFile): { readonly lets: string[]; readonly collections: Set<string> } {
  const lets: string[] = [];
  const collections = new Set<string>();
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    const isConst = (statement.declarationList.flags & ts.NodeFlags.Const) !== 0;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (!isConst) lets.push(`let ${name.getText()}`);
      const isCollection =
        initializer !== undefined &&
        (ts.isArrayLiteralExpression(initializer) ||
          (ts.isNewExpression(initializer) &&
            /^(Weak)?(Map|Set)$|^Array$/.test(initializer.expression.getText())));
      if (isCollection) collections.add(name.getText());
    }
  }
  return { lets, collections };
}

/** Names that the file declares, which are not globals. */
function declaredNames(source: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isParameter(node) || ts.isVariableDeclaration(node) || ts.isBindingElement(node)) {
      names.add(node.name.getText());
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

/** Returns the reasons why a file is not pure; empty when it is. */
function impurities(source: ts.SourceFile): string[] {
  const { lets, collections } = moduleState(source);
  const declared = declaredNames(source);
  const found = new Set(lets);
  const visit = (node: ts.Node): void => {
    const written = node.getText();
    if (ts.isIdentifier(node) && effects.test(node.text) && !declared.has(node.text)) {
      const { parent } = node;
      const isMember = ts.isPropertyAccessExpression(parent) && parent.name === node;
      const isGlobal = !isMember || parent.expression.getText() === 'globalThis';
      if (isGlobal && !ts.isPropertyAssignment(parent) && !ts.isTypeElement(parent)) found.add(node.text);
    }
    if (ts.isPropertyAccessExpression(node)) {
      const isMutation = collections.has(node.expression.getText()) && mutators.test(node.name.text);
      if (isMutation || effectMembers.test(written)) found.add(written);
    }
    if (ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length) {
      found.add('new Date()');
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found];
}

/** Imports of stores, and of the browser's and system's ports. */
function effectImports(file: string): string[] {
  return importsOf(file)
    .filter(({ typeOnly, target }) => !typeOnly && /^@?nanostores\b|\/src\/ports\//.test(target))
    .map(({ target }) => target);
}

test('files named <feature>.<idea>.ts have no store, effect or mutable module state', () => {
  const offenders = folders
    .flatMap(sourceFiles)
    .filter(isNamedPure)
    .map((file) => [file, [...effectImports(file), ...impurities(syntaxOf(file))]] as const)
    .filter(([, reasons]) => reasons.length > 0);
  expect(Object.fromEntries(offenders)).toEqual({});
});

test.each([
  ['const now = Date.now();', ['Date.now']],
  ['export const today = () => new Date();', ['new Date()']],
  ['export const day = (at: number) => new Date(at);', []],
  ['let count = 0;', ['let count']],
  ['const known = new Map(); export const keep = (k: string) => known.set(k, 1);', ['known.set']],
  ['const known = new Map([[1, 2]]); export const of = (k: number) => known.get(k);', []],
  ['export const wait = () => setTimeout(() => {}, 1);', ['setTimeout']],
  ['export const wait = ({ scheduler }: P) => scheduler.after(1, f);', ['scheduler.after']],
  ['export const load = ({ fetch }: P) => fetch("/");', []],
  ['export const load = () => globalThis.fetch("/");', ['fetch']],
  ['export const dice = () => Math.random();', ['Math.random']],
])('finds the effects of `%s`', (text, reasons) => {
  expect(impurities(parse('packages/core/src/a.b.ts', text))).toEqual(reasons);
});
