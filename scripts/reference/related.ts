// The related parts of an instance and the exported functions on a feature's reference page.
import ts from 'typescript';
import { fieldsOf, type Shape, typeText } from './read-shapes.ts';
import { documentation, readerOf, readInterface, resolved } from './read-types.ts';
import { actionTable, cell, code, fieldTable, short, table } from './tables.ts';

/** Documents the parts of an instance that share the feature's page: their stores, fields and actions. */
export function relatedLines(
  checker: ts.TypeChecker,
  parts: readonly (readonly [where: string, type: ts.Symbol])[],
  shown: ReadonlySet<string>,
): { readonly lines: readonly string[]; readonly types: readonly ts.Type[] } {
  if (parts.length === 0) return { lines: [], types: [] };
  const lines = ['## Related parts', ''];
  const types: ts.Type[] = [];
  for (const [where, symbol] of parts) {
    const part = readInterface(checker, resolved(checker, symbol));
    lines.push(`### ${where}`, '', documentation(checker, resolved(checker, symbol)), '');
    for (const store of part.stores) {
      if (shown.has(`${where.replace(/^.*\./, '')}.${store.name}`)) continue;
      const words = store.states.length === 0 ? store.type : store.states.join(' · ');
      const key = store.key === null ? '' : `${code(store.key)}: `;
      lines.push(`${code(store.name)}: ${key}${code(words)}.`, '');
      for (const about of [store.about, store.stateAbout]) if (about !== '') lines.push(about, '');
      lines.push(...fieldTable(store.fields));
    }
    lines.push(...actionTable(part.actions));
    types.push(...part.types);
  }
  return { lines, types };
}

const isFunction = (checker: ts.TypeChecker, symbol: ts.Symbol): boolean =>
  checker.getTypeOfSymbol(symbol).getCallSignatures().length > 0;

/** Documents the exported functions and constants of an entry point, without its factories. */
export function functionLines(
  checker: ts.TypeChecker,
  entry: string,
  symbols: readonly ts.Symbol[],
): readonly string[] {
  const own = symbols
    .map((symbol) => resolved(checker, symbol))
    .filter(({ flags, name }) => (flags & ts.SymbolFlags.Value) !== 0 && !/^create[A-Z]/.test(name))
    .filter((symbol) => documentation(checker, symbol) !== '');
  const rows = own.map((symbol) => {
    const type = checker.getTypeOfSymbol(symbol);
    const [signature] = type.getCallSignatures();
    const [first = ''] = documentation(checker, symbol).split('\n\n');
    if (signature === undefined) return [code(symbol.name), short(typeText(checker, type)), cell(first)];
    const parameters = signature
      .getParameters()
      .map(({ name }) => (name.startsWith('__') ? 'options' : name));
    return [
      code(`${symbol.name}(${parameters.join(', ')})`),
      short(typeText(checker, signature.getReturnType())),
      cell(first),
    ];
  });
  if (rows.length === 0) return [];
  return [
    '## Functions',
    '',
    `Exports of \`@openbell/core/${entry}\` for your own markup. They do not need an instance.${own.every((symbol) => isFunction(checker, symbol)) ? '' : ' Names without parentheses are constants.'}`,
    '',
    ...table(['name', 'returns', 'description'], rows),
  ];
}

/** Describes a type that is not an interface: an intersection by its fields, any other type by its declaration. */
export function otherShape(checker: ts.TypeChecker, symbol: ts.Symbol): Shape {
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  const about = documentation(checker, symbol);
  if (type.isIntersection())
    return { name: symbol.name, about, fields: fieldsOf(readerOf(checker), type, null) };
  const declaration = checker.typeToString(
    type,
    undefined,
    ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias,
  );
  return { name: symbol.name, about: `${about}\n\n\`${declaration}\``.trim(), fields: [] };
}
