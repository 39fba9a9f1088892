import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const root: string = join(dirname(fileURLToPath(import.meta.url)), '../..');

export interface Import {
  /** Path of the importing file, relative to the root. */
  readonly file: string;
  /** A package name, or a path from the root for a relative import. */
  readonly target: string;
  readonly relative: boolean;
  readonly typeOnly: boolean;
  /** Names that are imported as values. */
  readonly names: readonly string[];
}

export function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !/node_modules|\/dist\//.test(file))
    .sort();
}

const trees = new Map<string, ts.SourceFile>();

/** Returns the syntax tree of a file, parsed once for all tests of a worker. `file` is relative to the root. */
export function syntaxOf(file: string): ts.SourceFile {
  const tree = trees.get(file) ?? parse(file, readFileSync(join(root, file), 'utf8'));
  trees.set(file, tree);
  return tree;
}

/** Parses a text, without its doc comments. */
export function parse(file: string, text: string): ts.SourceFile {
  const options = {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  };
  return ts.createSourceFile(file, text, options, true);
}

const imports = new Map<string, readonly Import[]>();

/** Every import, re-export and dynamic import of a file, read from its syntax tree. */
export function importsOf(file: string): readonly Import[] {
  const known = imports.get(file) ?? readImports(file, syntaxOf(file));
  imports.set(file, known);
  return known;
}

function readImports(file: string, source: ts.SourceFile): Import[] {
  const found: Import[] = [];
  const add = (specifier: ts.Expression, typeOnly: boolean, names: readonly string[]): void => {
    if (!ts.isStringLiteral(specifier)) return;
    const isRelative = specifier.text.startsWith('.');
    const target = isRelative ? relative(root, join(root, dirname(file), specifier.text)) : specifier.text;
    found.push({ file, target, relative: isRelative, typeOnly, names });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      const clause = node.importClause;
      const bindings = clause?.namedBindings;
      const elements = bindings !== undefined && ts.isNamedImports(bindings) ? bindings.elements : [];
      const values = elements
        .filter((element) => !element.isTypeOnly)
        .map((element) => (element.propertyName ?? element.name).text);
      const onlyTypes = elements.length > 0 && values.length === 0 && clause?.name === undefined;
      add(node.moduleSpecifier, clause?.phaseModifier === ts.SyntaxKind.TypeKeyword || onlyTypes, values);
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined) {
      add(node.moduleSpecifier, node.isTypeOnly, []);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [specifier] = node.arguments;
      if (specifier !== undefined) add(specifier, false, []);
    }
    if (hasDynamicImport) ts.forEachChild(node, visit);
  };
  // Without a dynamic import, all imports are at the top level.
  const hasDynamicImport = /\bimport\s*\(/.test(source.text);
  for (const statement of source.statements) visit(statement);
  return found;
}

/** The name under which an import's package is published: `@scope/name` or `name`. */
export function packageOf(target: string): string {
  return target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');
}
