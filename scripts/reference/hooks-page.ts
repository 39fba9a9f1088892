// The reference page of the hooks, from their signatures and doc comments.
import { join } from 'node:path';
import ts from 'typescript';
import { typeText } from './read-shapes.ts';
import { documentation, resolved } from './read-types.ts';
import { cell, code, table } from './tables.ts';

const packages = join(import.meta.dirname, '../../packages');
const folder = join(packages, 'react-hooks');

const begin = `# Hooks: reference

Every hook of \`@openbell/react-hooks\`, its parameters and its result. How to use them: [the hooks](../guides/hooks.md).`;

/** Type-checks the hooks and returns their exports. */
function openHooks(): { readonly checker: ts.TypeChecker; readonly exported: readonly ts.Symbol[] } {
  const index = join(folder, 'src/index.ts');
  const read = ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(read.config, ts.sys, folder);
  const program = ts.createProgram([index], options);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(index);
  const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  return { checker, exported: module === undefined ? [] : checker.getExportsOfModule(module) };
}

/** Describes a hook's result: the property names of an Openbell object, otherwise the type. */
function resultText(checker: ts.TypeChecker, type: ts.Type): string {
  const isOpenbells = (type.aliasSymbol ?? type.symbol)?.declarations?.some((one) =>
    one.getSourceFile().fileName.startsWith(packages),
  );
  // For a union, the properties that all members have.
  const names = isOpenbells === true ? checker.getPropertiesOfType(type).map(({ name }) => name) : [];
  return names.length === 0 ? code(typeText(checker, type)) : names.map(code).join(', ');
}

/** The reference page of the hooks. */
export function hooksPage(): string {
  const { checker, exported } = openHooks();
  const rows = exported.flatMap((one) => {
    const symbol = resolved(checker, one);
    const [signature] = checker.getTypeOfSymbol(symbol).getCallSignatures();
    if (!symbol.name.startsWith('use') || signature === undefined) return [];
    const parameters = signature
      .getParameters()
      // Every feature hook accepts an instance in place of the provider's.
      .filter(({ name }) => name !== 'instance')
      .map((one) => `${one.name}: ${typeText(checker, checker.getTypeOfSymbol(one))}`);
    const call = code(`${symbol.name}(${parameters.join(', ')})`);
    return [[call, resultText(checker, signature.getReturnType()), cell(documentation(checker, symbol))]];
  });
  return `${[begin, '', ...table(['hook', 'returns', 'description'], rows)].join('\n').trim()}\n`;
}
