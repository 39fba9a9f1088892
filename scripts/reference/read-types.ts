// Reads a feature's stores, states, actions, errors and options from the sources.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import type { FeaturePage } from './features.ts';
import {
  collectLiterals,
  type Documented,
  type Field,
  fieldsOf,
  type TypeReader,
  typeText,
} from './read-shapes.ts';

const core = join(import.meta.dirname, '../../packages/core');

/** A store of a feature, by its name (`$…`). */
export interface Store extends Documented {
  readonly type: string;
  readonly stateAbout: string;
  /** The discriminant of the states; null without one. */
  readonly key: string | null;
  /** The values of the discriminant. */
  readonly states: readonly string[];
  readonly fields: readonly Field[];
}

export interface Action extends Documented {
  readonly parameters: readonly string[];
  readonly result: string;
}

export interface ErrorCodes extends Documented {
  readonly codes: readonly string[];
}

export interface Option extends Documented {
  readonly optional: boolean;
  readonly type: string;
  /** The text of `@defaultValue`; empty without one. */
  readonly fallback: string;
  /** The text of `@example`; empty without one. */
  readonly example: string;
}

/** The type-checked sources of core. */
export interface Core {
  readonly checker: ts.TypeChecker;
  /** Returns the exports of an entry point; an empty name means the main one. */
  readonly exportsOf: (name: string) => readonly ts.Symbol[];
}

/** Type-checks core's main entry point and those of some features. */
export function openCore(features: readonly FeaturePage[]): Core {
  const files = ['', ...features.map(({ name }) => name)].map((name) => join(core, 'src', name, 'index.ts'));
  for (const file of files) if (!existsSync(file)) throw new Error(`${file} does not exist.`);
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(core, 'tsconfig.json'), ts.sys.readFile).config,
    ts.sys,
    core,
  );
  const program = ts.createProgram(files, options);
  const checker = program.getTypeChecker();
  const exportsOf = (name: string): readonly ts.Symbol[] => {
    const source = program.getSourceFile(join(core, 'src', name, 'index.ts'));
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

/** Returns the string literals of a property over all members of a union, in source order. */
function literalsOf(checker: ts.TypeChecker, type: ts.Type, property: string): readonly string[] {
  const literals = new Set<string>();
  const symbols = (type.isUnion() ? type.types : [type])
    .map((member) => member.getProperty(property))
    .filter((symbol) => symbol !== undefined);
  const declarations = [...new Set(symbols.flatMap((symbol) => symbol.declarations ?? []))];
  for (const declaration of declarations.sort((one, other) => one.pos - other.pos)) {
    if (ts.isPropertySignature(declaration)) collectLiterals({ checker }, declaration.type, literals);
  }
  return [...literals];
}

/** Whether a symbol is declared in core. */
const isOurs = (symbol: ts.Symbol | undefined): boolean =>
  symbol?.declarations?.some((one) => one.getSourceFile().fileName.startsWith(core)) ?? false;

export const readerOf = (checker: ts.TypeChecker): TypeReader => ({
  checker,
  isOurs,
  documentation: (symbol) => documentation(checker, symbol),
});

const propertyTypes = (checker: ts.TypeChecker, type: ts.Type): readonly ts.Type[] =>
  checker.getPropertiesOfType(type).map((property) => checker.getTypeOfSymbol(property));

/** Returns the stores (`$…`) and actions of an interface, and the types in their values, parameters and results. */
export function readInterface(
  checker: ts.TypeChecker,
  symbol: ts.Symbol,
): {
  readonly stores: readonly Store[];
  readonly actions: readonly Action[];
  readonly types: readonly ts.Type[];
} {
  const stores: Store[] = [];
  const actions: Action[] = [];
  const types: ts.Type[] = [];
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
      // The page shows the state's type as the table below its states.
      const fields = named === undefined || isWord ? [] : fieldsOf(readerOf(checker), inner, key ?? null);
      if (fields.length === 0) types.push(inner);
      else
        types.push(
          ...(inner.isUnion() ? inner.types : [inner]).flatMap((one) => propertyTypes(checker, one)),
        );
      stores.push({
        name: property.name,
        type: inner.aliasSymbol?.name ?? typeText(checker, inner),
        about,
        stateAbout: named === undefined ? '' : documentation(checker, named),
        key: key ?? null,
        states: key === undefined ? words : literalsOf(checker, inner, key),
        fields,
      });
      continue;
    }
    const [signature] = type.getCallSignatures();
    if (signature !== undefined) {
      const parameters = signature.getParameters().map((one) => {
        const kind = typeText(checker, checker.getTypeOfSymbol(one));
        return kind.length > 40 ? one.name : `${one.name}: ${kind}`;
      });
      types.push(...signature.getParameters().map((one) => checker.getTypeOfSymbol(one)));
      types.push(signature.getReturnType());
      const result = typeText(checker, signature.getReturnType());
      actions.push({ name: property.name, parameters, result, about });
    }
  }
  return { stores, actions, types };
}

/** Describes an object with a `state` as a store. `finalStates` are its states after removal. */
export function readEntity(
  checker: ts.TypeChecker,
  symbol: ts.Symbol,
  {
    name,
    finalStates,
    about,
  }: { readonly name: string; readonly finalStates: readonly string[]; readonly about: string },
): Store {
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  const key = 'state';
  return {
    name,
    type: symbol.name,
    about,
    stateAbout: '',
    key,
    states: [...literalsOf(checker, type, key), ...finalStates],
    fields: fieldsOf(readerOf(checker), type, key),
  };
}

/** Returns the error codes of a module: the `code` of each exported `…Error` interface, with its description. */
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

/** Returns the options of a factory. */
export function readOptions(checker: ts.TypeChecker, factory: ts.Symbol): readonly Option[] {
  const [signature] = checker.getTypeOfSymbol(resolved(checker, factory)).getCallSignatures();
  return (signature?.getParameters() ?? []).flatMap((parameter) =>
    readProperties(checker, checker.getTypeOfSymbol(parameter)),
  );
}

/** Returns the properties of a type, or of all members of a union. */
function propertiesOf(checker: ts.TypeChecker, type: ts.Type): readonly ts.Symbol[] {
  const all = new Map(checker.getPropertiesOfType(type).map((property) => [property.name, property]));
  for (const member of type.isUnion() ? type.types : [])
    for (const property of checker.getPropertiesOfType(member))
      if (!all.has(property.name)) all.set(property.name, property);
  return [...all.values()];
}

/** Returns the properties of a type as options. */
export function readProperties(checker: ts.TypeChecker, type: ts.Type): readonly Option[] {
  const common = new Set(checker.getPropertiesOfType(type).map(({ name }) => name));
  return propertiesOf(checker, type).map((property) => {
    const kind = checker.getNonNullableType(checker.getTypeOfSymbol(property));
    const named = kind.aliasSymbol ?? kind.symbol;
    const typeAbout = named !== undefined && isOurs(named) ? documentation(checker, named) : '';
    const tag = (name: string): string =>
      ts.displayPartsToString(property.getJsDocTags(checker).find((one) => one.name === name)?.text).trim();
    return {
      name: property.name,
      optional: (property.flags & ts.SymbolFlags.Optional) !== 0 || !common.has(property.name),
      type: typeText(checker, kind),
      about: documentation(checker, property) || typeAbout,
      fallback: tag('defaultValue'),
      example: tag('example'),
    };
  });
}
