// Reads from the sources what a feature's page says: its stores and their states, its actions, its errors, its options.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import type { FeaturePage } from './features.ts';

const core = join(import.meta.dirname, '../../packages/core');

interface Documented {
  readonly name: string;
  readonly about: string;
}

/** A store of a feature, by its name (`$…`). */
export interface Store extends Documented {
  readonly type: string;
  readonly stateAbout: string;
  /** The field that tells the states apart, and what it can be. */
  readonly key: string | null;
  readonly states: readonly string[];
  readonly fields: readonly Documented[];
}

export interface Action extends Documented {
  readonly parameters: readonly string[];
  readonly answer: string;
}

export interface ErrorCodes extends Documented {
  readonly codes: readonly string[];
}

export interface Option extends Documented {
  readonly optional: boolean;
  readonly type: string;
}

/** The sources as the compiler sees them. */
export interface Core {
  readonly checker: ts.TypeChecker;
  readonly exportsOf: (name: string) => readonly ts.Symbol[];
}

/** A program over core, and a way into it. */
export function openCore(features: readonly FeaturePage[]): Core {
  const files = features.map(({ name }) => join(core, `src/${name}/index.ts`));
  for (const file of files) if (!existsSync(file)) throw new Error(`There is no feature at ${file}.`);
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(core, 'tsconfig.json'), ts.sys.readFile).config,
    ts.sys,
    core,
  );
  const program = ts.createProgram(files, options);
  const checker = program.getTypeChecker();
  const exportsOf = (name: string): readonly ts.Symbol[] => {
    const source = program.getSourceFile(join(core, `src/${name}/index.ts`));
    const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
    return module === undefined ? [] : checker.getExportsOfModule(module);
  };
  return { checker, exportsOf };
}

export function documentation(checker: ts.TypeChecker, symbol: ts.Symbol): string {
  return ts
    .displayPartsToString(symbol.getDocumentationComment(checker))
    .replaceAll(/\{@link (\w+)\}/g, '`$1`')
    .trim();
}

export function resolved(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** The literals of a type as it is written, in that order; names of types are followed. */
function writtenLiterals(checker: ts.TypeChecker, node: ts.TypeNode | undefined, into: Set<string>): void {
  if (node === undefined) return;
  if (ts.isUnionTypeNode(node)) for (const part of node.types) writtenLiterals(checker, part, into);
  else if (ts.isParenthesizedTypeNode(node)) writtenLiterals(checker, node.type, into);
  else if (ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal)) into.add(node.literal.text);
  else if (ts.isTypeReferenceNode(node)) {
    const symbol = checker.getSymbolAtLocation(node.typeName);
    const [declaration] = symbol === undefined ? [] : (resolved(checker, symbol).declarations ?? []);
    if (declaration !== undefined && ts.isTypeAliasDeclaration(declaration)) {
      writtenLiterals(checker, declaration.type, into);
    }
  }
}

/** The literals that a property can have over all members of a union, in the order in which they are written. */
function literalsOf(checker: ts.TypeChecker, type: ts.Type, property: string): readonly string[] {
  const literals = new Set<string>();
  const symbols = (type.isUnion() ? type.types : [type])
    .map((member) => member.getProperty(property))
    .filter((symbol) => symbol !== undefined);
  const declarations = [...new Set(symbols.flatMap((symbol) => symbol.declarations ?? []))];
  for (const declaration of declarations.sort((one, other) => one.pos - other.pos)) {
    if (ts.isPropertySignature(declaration)) writtenLiterals(checker, declaration.type, literals);
  }
  return [...literals];
}

const text = (checker: ts.TypeChecker, type: ts.Type): string =>
  checker.typeToString(
    type,
    undefined,
    ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope,
  );

/** Whether a type is written down in core. */
const isOurs = (symbol: ts.Symbol | undefined): boolean =>
  symbol?.declarations?.some((one) => one.getSourceFile().fileName.startsWith(core)) ?? false;

/** The stores (`$…`) and the actions of an interface. */
export function readInterface(
  checker: ts.TypeChecker,
  symbol: ts.Symbol,
): { readonly stores: readonly Store[]; readonly actions: readonly Action[] } {
  const stores: Store[] = [];
  const actions: Action[] = [];
  for (const property of checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol))) {
    const type = checker.getTypeOfSymbol(property);
    const about = documentation(checker, property);
    if (property.name.startsWith('$')) {
      const inner = checker.getTypeArguments(type as ts.TypeReference)[0] ?? type;
      const named = inner.aliasSymbol ?? (isOurs(inner.symbol) ? inner.symbol : undefined);
      const key = ['status', 'step'].find((name) => literalsOf(checker, inner, name).length > 0);
      const isWord = (inner.isUnion() ? inner.types : [inner]).every((one) => one.isStringLiteral());
      const words =
        isWord && inner.isUnion()
          ? inner.types.map((one) => String((one as ts.StringLiteralType).value))
          : [];
      stores.push({
        name: property.name,
        type: inner.aliasSymbol?.name ?? text(checker, inner),
        about,
        stateAbout: named === undefined ? '' : documentation(checker, named),
        key: key ?? null,
        states: key === undefined ? words : literalsOf(checker, inner, key),
        fields: checker
          .getPropertiesOfType(inner)
          .filter((field) => field.name !== key && named !== undefined && !isWord)
          .map((field) => ({ name: field.name, about: documentation(checker, field) })),
      });
      continue;
    }
    const [signature] = type.getCallSignatures();
    if (signature !== undefined) {
      const parameters = signature.getParameters().map(({ name }) => name);
      const answer = text(checker, signature.getReturnType());
      actions.push({ name: property.name, parameters, answer, about });
    }
  }
  return { stores, actions };
}

/** What has states and is no store, as one: `state` tells them apart, and `ends` is what may become of it. */
export function readThing(
  checker: ts.TypeChecker,
  symbol: ts.Symbol,
  { name, ends, about }: { readonly name: string; readonly ends: readonly string[]; readonly about: string },
): Store {
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  const key = 'state';
  return {
    name,
    type: symbol.name,
    about,
    stateAbout: '',
    key,
    states: [...literalsOf(checker, type, key), ...ends],
    fields: checker
      .getPropertiesOfType(type)
      .filter((field) => ['progress', 'error', 'reason', key].includes(field.name))
      .map((field) => ({ name: field.name, about: documentation(checker, field) })),
  };
}

/** The error codes among a module's exported types: `code` of each `…Error` interface, with what is said of them. */
export function readErrors(checker: ts.TypeChecker, symbols: readonly ts.Symbol[]): readonly ErrorCodes[] {
  const errors: ErrorCodes[] = [];
  for (const exported of symbols) {
    const symbol = resolved(checker, exported);
    if (!/Error$/.test(symbol.name) || (symbol.flags & ts.SymbolFlags.Interface) === 0) continue;
    const codes = literalsOf(checker, checker.getDeclaredTypeOfSymbol(symbol), 'code');
    if (codes.length === 0) continue;
    const codeType = symbols
      .map((one) => resolved(checker, one))
      .find((one) => one.name === `${symbol.name}Code`);
    const about = documentation(checker, symbol) || (codeType ? documentation(checker, codeType) : '');
    errors.push({ name: symbol.name, codes, about });
  }
  return errors;
}

/** What a factory takes. */
export function readOptions(checker: ts.TypeChecker, factory: ts.Symbol): readonly Option[] {
  const [signature] = checker.getTypeOfSymbol(resolved(checker, factory)).getCallSignatures();
  const [parameter] = signature?.getParameters() ?? [];
  if (parameter === undefined) return [];
  const type = checker.getTypeOfSymbol(parameter);
  return checker.getPropertiesOfType(type).map((property) => {
    const kind = checker.getNonNullableType(checker.getTypeOfSymbol(property));
    const named = kind.aliasSymbol ?? kind.symbol;
    const ofItsType = named !== undefined && isOurs(named) ? documentation(checker, named) : '';
    return {
      name: property.name,
      optional: (property.flags & ts.SymbolFlags.Optional) !== 0,
      type: text(checker, kind),
      about: documentation(checker, property) || ofItsType,
    };
  });
}
