// Reads the types of a feature's states, parameters and results.
import ts from 'typescript';

export interface Documented {
  readonly name: string;
  readonly about: string;
}

export interface Field extends Documented {
  readonly type: string;
  /** The states that have the field; empty when all have it. */
  readonly only: readonly string[];
}

/** An exported type of core. */
export interface Shape extends Documented {
  readonly fields: readonly Field[];
}

/** The type checker, and which symbols belong to core. */
export interface TypeReader {
  readonly checker: ts.TypeChecker;
  readonly isOurs: (symbol: ts.Symbol | undefined) => boolean;
  readonly documentation: (symbol: ts.Symbol) => string;
}

/** Discriminant properties of unions, in order of preference. */
const discriminants = ['status', 'step', 'state', 'type', 'kind', 'code', 'provider'];
/** How many levels of nested types the page documents. */
const DEPTH = 4;

const membersOf = (type: ts.Type): readonly ts.Type[] => (type.isUnion() ? type.types : [type]);

const isNothing = ({ flags }: ts.Type): boolean =>
  (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null | ts.TypeFlags.Void)) !== 0;

/** Collects the string literals of a type in source order; follows type aliases. */
export function collectLiterals(
  { checker }: Pick<TypeReader, 'checker'>,
  node: ts.TypeNode | undefined,
  into: Set<string>,
): void {
  if (node === undefined) return;
  if (ts.isUnionTypeNode(node)) for (const part of node.types) collectLiterals({ checker }, part, into);
  else if (ts.isParenthesizedTypeNode(node)) collectLiterals({ checker }, node.type, into);
  else if (ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal)) into.add(node.literal.text);
  else if (ts.isTypeReferenceNode(node)) {
    const symbol = checker.getSymbolAtLocation(node.typeName);
    const target =
      symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const [declaration] = target?.declarations ?? [];
    if (declaration !== undefined && ts.isTypeAliasDeclaration(declaration))
      collectLiterals({ checker }, declaration.type, into);
  }
}

/** Returns a type as TypeScript prints it, with its alias. */
export const typeText = (checker: ts.TypeChecker, type: ts.Type): string =>
  checker.typeToString(
    type,
    undefined,
    ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope,
  );

/** Joins the types of a property over several members. String literals keep their source order. */
function fieldText({ checker }: TypeReader, symbols: readonly ts.Symbol[]): string {
  const parts = symbols
    .map((symbol) => checker.getTypeOfSymbol(symbol))
    .flatMap((type) => (type.flags & ts.TypeFlags.Boolean ? [type] : membersOf(type)));
  const words = parts.filter((one) => !isNothing(one));
  const nothings = [...new Set(parts.filter(isNothing).map((one) => typeText(checker, one)))];
  if (!isWords(words)) {
    const types = symbols.map((symbol) => typeText(checker, checker.getTypeOfSymbol(symbol)));
    if (new Set(types).size === 1) return types[0] ?? '';
    return [...new Set(words.map((one) => typeText(checker, one))), ...nothings].join(' | ');
  }
  const literals = new Set<string>();
  for (const declaration of symbols.flatMap((symbol) => symbol.declarations ?? []))
    if (ts.isPropertySignature(declaration)) collectLiterals({ checker }, declaration.type, literals);
  const values = new Set(words.map((one) => (one as ts.StringLiteralType).value));
  const inOrder = [...literals].filter((word) => values.has(word));
  const all = inOrder.length === values.size ? inOrder : [...values].sort();
  return [...all.map((word) => `'${word}'`), ...nothings].join(' | ');
}

/** Returns the string literals that a property can have in one member of a union. */
function wordsOf({ checker }: TypeReader, member: ts.Type, key: string): readonly string[] {
  const property = member.getProperty(key);
  if (property === undefined) return [];
  const found = membersOf(checker.getTypeOfSymbol(property));
  return found.every((one) => one.isStringLiteral()) ? found.map(({ value }) => String(value)) : [];
}

/** Returns the fields of a type; for a union, those of all members, with the states that have them. */
export function fieldsOf(reader: TypeReader, type: ts.Type, without: string | null): readonly Field[] {
  const { checker, documentation } = reader;
  const members = membersOf(type).filter((member) => !isNothing(member));
  const key = discriminants.find((name) =>
    members.every((member) => wordsOf(reader, member, name).length > 0),
  );
  const found = new Map<string, { readonly symbols: ts.Symbol[]; readonly in: ts.Type[] }>();
  for (const member of members) {
    for (const property of checker.getPropertiesOfType(member)) {
      const entry = found.get(property.name) ?? { symbols: [], in: [] };
      entry.symbols.push(property);
      entry.in.push(member);
      found.set(property.name, entry);
    }
  }
  return [...found]
    .filter(([name]) => name !== without)
    .map(([name, entry]) => {
      const isOptional = entry.symbols.some((one) => (one.flags & ts.SymbolFlags.Optional) !== 0);
      const abouts = [...new Set(entry.symbols.map(documentation))].filter((text) => text !== '');
      return {
        name: isOptional ? `${name}?` : name,
        type: fieldText(reader, entry.symbols),
        about: abouts.join(' '),
        only:
          key === undefined || entry.in.length === members.length
            ? []
            : [...new Set(entry.in.flatMap((member) => wordsOf(reader, member, key)))],
      };
    });
}

const isWords = (types: readonly ts.Type[]): boolean =>
  types.length > 0 && types.every((one) => one.isStringLiteral());

/** Lists the string literals of a type in source order. */
function wordsText(reader: TypeReader, type: ts.Type): string {
  const literals = new Set<string>();
  const [declaration] = type.aliasSymbol?.declarations ?? [];
  if (declaration !== undefined && ts.isTypeAliasDeclaration(declaration))
    collectLiterals(reader, declaration.type, literals);
  return [...literals].map((word) => `\`${word}\``).join(' · ');
}

/** The name that core has for a type; null for one that is written where it is used. */
const nameOf = ({ aliasSymbol, symbol }: ts.Type): string | null => {
  const name = (aliasSymbol ?? symbol)?.name ?? '__type';
  return name.startsWith('__') ? null : name;
};

/** The types that a value of this one has in it: entries of lists, what a promise brings. */
function partsOf({ checker }: TypeReader, type: ts.Type): readonly ts.Type[] {
  if ((type.flags & ts.TypeFlags.Object) === 0) return [];
  const item = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
  if (item !== undefined) return [item];
  return checker.getTypeArguments(type as ts.TypeReference);
}

/** Returns the types of core that some types refer to, without duplicates, in order of first use. */
export function shapesBelow(reader: TypeReader, roots: readonly ts.Type[]): readonly Shape[] {
  const { checker, isOurs, documentation } = reader;
  const shapes = new Map<string, Shape>();
  const seen = new Set<ts.Type>();
  let level: readonly ts.Type[] = roots;
  for (let depth = 0; depth < DEPTH; depth += 1) {
    const below: ts.Type[] = [];
    const add = (type: ts.Type, name: string, summary: string, fields: readonly Field[]): void => {
      const own = type.aliasSymbol ?? type.symbol;
      if (!isOurs(own) || shapes.has(name)) return;
      const about = [documentation(own), summary].filter((text) => text !== '').join('\n\n');
      shapes.set(name, { name, about, fields });
    };
    const follow = (type: ts.Type): void => {
      if (type.getCallSignatures().length > 0) return;
      below.push(...checker.getPropertiesOfType(type).map((property) => checker.getTypeOfSymbol(property)));
    };
    const look = (type: ts.Type): void => {
      if (seen.has(type)) return;
      seen.add(type);
      for (const part of partsOf(reader, type)) look(part);
      const members = membersOf(type).filter((member) => !isNothing(member));
      const name = nameOf(type);
      const isObject = members.every(
        (one) => one.flags & ts.TypeFlags.Object && isOurs(one.aliasSymbol ?? one.symbol),
      );
      if (!isObject || type.getCallSignatures().length > 0 || (name === null && members.length === 1)) {
        if (depth === 0 && name !== null && isWords(members)) add(type, name, wordsText(reader, type), []);
        for (const member of members) if (member !== type) look(member);
        if (members[0] === type && isObject) follow(type);
        return;
      }
      // A union of named types is documented by its members, a `Result` by its value.
      const names = members.map(nameOf);
      if (members.length > 1 && !names.includes(null)) {
        if (name !== null) add(type, name, `${names.map((one) => `\`${one}\``).join(' or ')}.`, []);
        for (const member of members) look(member);
        return;
      }
      const isResult = members.every((member) => member.getProperty('ok') !== undefined);
      if (name !== null && !isResult) add(type, name, '', fieldsOf(reader, type, null));
      for (const member of members) follow(member);
    };
    for (const type of level) look(type);
    level = below;
  }
  return [...shapes.values()];
}
