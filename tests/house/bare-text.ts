import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { parse, root, sourceFiles, syntaxOf } from './read-imports.ts';

/** A text node that React removes or inserts before, although a translator may have replaced it. */
export interface BareText {
  readonly file: string;
  readonly line: number;
  readonly code: string;
}

/** `text` may be a text node that changes, `fixed` is always the same one. `conditional` may have no node. */
type Kind = 'element' | 'fixed' | 'text' | 'conditional' | 'none';

const tsconfig: unknown = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile).config;

/** Finds the bare texts in the components of the folders, and those in a file that is not on the disk. */
export function findBareTexts(
  folders: readonly string[],
  fixture: { readonly name: string; readonly text: string },
): { readonly files: BareText[]; readonly fixture: BareText[] } {
  const { options } = ts.parseJsonConfigFileContent(tsconfig, ts.sys, root);
  const host = ts.createCompilerHost(options);
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
  const { getSourceFile, fileExists } = host;
  const fixturePath = join(root, 'packages/ui/src', fixture.name);
  host.fileExists = (path) => path === fixturePath || fileExists(path);
  host.getSourceFile = (path, version, ...rest) =>
    path === fixturePath
      ? parse(path, fixture.text)
      : isOwnSource(path)
        ? syntaxOf(relative(root, path))
        : unread.test(path)
          ? parse(path, 'export {};')
          : getSourceFile(path, version, ...rest);
  const paths = folders.flatMap(sourceFiles).filter((file) => file.endsWith('.tsx'));
  const program = ts.createProgram([fixturePath, ...paths.map((file) => join(root, file))], options, host);
  const find = (path: string): BareText[] => {
    const source = program.getSourceFile(path);
    if (source === undefined) throw new Error(`There is no ${path}.`);
    return bareTextsIn(source, program.getTypeChecker());
  };
  return { files: paths.flatMap((file) => find(join(root, file))), fixture: find(fixturePath) };
}

/** Large declarations that type no text: icons and style properties. What they export is `any` here, which counts as text. */
const unread = /\/(?:lucide-react|csstype)\/.*\.d\.ts$/;

const isOwnSource = (path: string): boolean =>
  /^(?:packages|examples)\/[\w-]+\/src\//.test(relative(root, path)) && existsSync(path);

function bareTextsIn(source: ts.SourceFile, checker: ts.TypeChecker): BareText[] {
  const found: BareText[] = [];
  const note = (node: ts.Node): void => {
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    found.push({ file: relative(root, source.fileName), line, code: node.getText().trim() });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      const children = node.children
        .map((child) => ({ child, kind: kindOf(child, checker) }))
        .filter(({ kind }) => kind !== 'none');
      // React sets a lone text by `textContent`. A list has several children.
      const isLone = children.length === 1 && ts.isJsxElement(node) && !isList(children[0]?.child, checker);
      const changes = children.some(({ kind }) => kind === 'conditional' || kind === 'text');
      for (const { child, kind } of children)
        if (!isLone && (kind === 'text' || (kind === 'fixed' && changes))) note(child);
    }
    const returned = returnedByComponent(node);
    if (returned !== undefined && mayBeText(checker.getTypeAtLocation(returned), checker)) note(returned);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Translators leave white space as it is: it counts as no child. */
function kindOf(child: ts.JsxChild | ts.Expression, checker: ts.TypeChecker): Kind {
  if (ts.isJsxExpression(child)) return child.expression ? kindOf(child.expression, checker) : 'none';
  if (ts.isParenthesizedExpression(child)) return kindOf(child.expression, checker);
  if (ts.isJsxText(child) || ts.isStringLiteralLike(child))
    return child.text.trim() === '' ? 'none' : 'fixed';
  if (ts.isJsxElement(child) || ts.isJsxSelfClosingElement(child) || ts.isJsxFragment(child))
    return 'element';
  if (isFixedText(child)) return 'fixed';
  return mayBeText(checker.getTypeAtLocation(child), checker) ? 'text' : 'conditional';
}

/** The value of a `return` of a component, which may have siblings where it is rendered. */
function returnedByComponent(node: ts.Node): ts.Expression | undefined {
  if (!ts.isReturnStatement(node)) return undefined;
  const owner = ts.findAncestor(node.parent, ts.isFunctionLike);
  const name = owner?.name?.getText() ?? '';
  return /^[A-Z]/.test(name) || name === 'render' ? node.expression : undefined;
}

/** A text of the catalogue without values never changes while the page is open. */
function isFixedText(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || node.arguments.length !== 1) return false;
  return node.expression.getText() === 'text' && node.arguments.every(ts.isStringLiteralLike);
}

function isList(child: ts.JsxChild | undefined, checker: ts.TypeChecker): boolean {
  if (child === undefined || !ts.isJsxExpression(child) || child.expression === undefined) return false;
  const parts = partsOf(checker.getTypeAtLocation(child.expression));
  return parts.some((type) => checker.isArrayType(type) || checker.isTupleType(type));
}

function mayBeText(type: ts.Type, checker: ts.TypeChecker): boolean {
  const { StringLike, NumberLike, BigIntLike, Any } = ts.TypeFlags;
  return partsOf(type).some((part) => {
    if (part.flags & (StringLike | NumberLike | BigIntLike | Any)) return true;
    const item = checker.getIndexTypeOfType(part, ts.IndexKind.Number);
    return item !== undefined && mayBeText(item, checker);
  });
}

function partsOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}
