// Every feature has a page that explains its states. The comments that TypeDoc shows for options, actions and hooks are complete.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it, test } from 'vitest';
import { featureNames } from '../../packages/react-hooks/src/feature-names.ts';
import { root } from './read-imports.ts';

const names = readdirSync(join(root, 'docs/features')).map((file) => file.replace('.md', ''));
const pages = new Map(
  names.map((name) => [name, readFileSync(join(root, `docs/features/${name}.md`), 'utf8')]),
);
const page = (name: string): string => pages.get(name) ?? '';

const hooks = join(root, 'packages/react-hooks');
const entryOf = (name: string): string => join(root, 'packages/core/src', name, 'index.ts');
const { config } = ts.readConfigFile(join(hooks, 'tsconfig.json'), ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, hooks);
const program = ts.createProgram([join(hooks, 'src/index.ts'), entryOf(''), ...names.map(entryOf)], options);
const checker = program.getTypeChecker();

function exportsOf(file: string): readonly ts.Symbol[] {
  const source = program.getSourceFile(file);
  const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  return (module === undefined ? [] : checker.getExportsOfModule(module)).map((one) =>
    one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one,
  );
}

const describes = (symbol: ts.Symbol): boolean => symbol.getDocumentationComment(checker).length > 0;
const typeOf = (symbol: ts.Symbol): ts.Type => checker.getNonNullableType(checker.getTypeOfSymbol(symbol));
const membersOf = (type: ts.Type): readonly ts.Type[] => (type.isUnion() ? type.types : [type]);
/** The properties of the exported interfaces of a module that have stores. */
const propertiesOf = (name: string): readonly ts.Symbol[] =>
  exportsOf(entryOf(name))
    .filter((symbol) => symbol.flags & ts.SymbolFlags.Interface && !symbol.name.endsWith('Options'))
    .map((symbol) => checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol)))
    .filter((properties) => properties.some((property) => property.name.startsWith('$')))
    .flat();

/** Returns the named states of a store's value: its strings, or those of its `status` or `step`. */
function statesOf(value: ts.Type): readonly string[] {
  const keys = ['status', 'step'].flatMap((key) =>
    membersOf(value).flatMap((member) => member.getProperty(key) ?? []),
  );
  const types = keys.length > 0 ? keys.map((key) => checker.getTypeOfSymbol(key)) : [value];
  return types.flatMap(membersOf).flatMap((type) => (type.isStringLiteral() ? [type.value] : []));
}

type States = readonly (readonly [store: string, state: string])[];
const sorted = (states: States): readonly string[] =>
  [...new Set(states.map(([store, state]) => `${store} ${state}`))].sort();

/** Whether a property is the feature's own, and not that of another feature that it uses. */
const isDeclaredIn = (name: string, property: ts.Symbol): boolean =>
  property.declarations?.some((one) => one.getSourceFile().fileName.includes(`/src/${name}/`)) ?? false;

function declaredStates(name: string): States {
  return propertiesOf(name)
    .filter((property) => property.name.startsWith('$') && isDeclaredIn(name, property))
    .flatMap((property) => {
      const [value] = checker.getTypeArguments(typeOf(property) as ts.TypeReference);
      return (value === undefined ? [] : statesOf(value)).map((state) => [property.name, state] as const);
    });
}

/** The list items of the section 'States', each with the store that is named above its list. */
function explainedStates(name: string): States {
  const [, section = ''] = /^## States\n([\s\S]*?)^## /m.exec(page(name)) ?? [];
  const lists = section.split(/^(?=`)/m);
  return lists.flatMap((list) => {
    const store = /^`[\w.]*(\$\w+)/.exec(list)?.[1] ?? '';
    return [...list.matchAll(/^- `([\w-]+)`/gm)].map(([, state = '']) => [store, state] as const);
  });
}

test.each(names)('the page of %s explains each state that its types declare [embed.states]', (name) => {
  expect(sorted(explainedStates(name))).toEqual(sorted(declaredStates(name)));
});

it('reads the states of the types', () => {
  expect(sorted(declaredStates('theme'))).toEqual(['$theme dark', '$theme light']);
  expect(sorted(declaredStates('courses'))).toContain('$course missing');
  expect(names.filter((name) => declaredStates(name).length > 0).length).toBeGreaterThan(20);
});

test.each(names)('the page of %s links its entry point, which TypeDoc documents', (name) => {
  expect(page(name)).toContain(`(../../packages/core/src/${name}/index.ts)`);
});

it('every feature of an instance is on a page', () => {
  const text = [...pages.values()].join('\n');
  const isShown = (name: string): boolean =>
    text.includes(`{ ${name} } = openbell;`) || text.includes(`openbell.${name}`);
  // The transport is not a feature.
  expect(featureNames.filter((name) => name !== 'api' && !isShown(name))).toEqual([]);
});

it('a page names the demo account when its code needs a signed-in member', () => {
  const forVisitors = ['captcha', 'contact', 'otp-reset', 'session', 'sign-up', 'social-sign-in', 'theme'];
  const namesAccount = (name: string): boolean =>
    /^You need a signed-in member[\s\S]*`\w+@openbell\.test`/m.test(page(name));
  expect(names.filter((name) => !namesAccount(name))).toEqual(forVisitors);
});

const optionsType = exportsOf(entryOf('')).find(({ name }) => name === 'OpenbellOptions');
const createOptions =
  optionsType === undefined ? [] : checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(optionsType));
const tagOf = (symbol: ts.Symbol, name: string): string =>
  ts.displayPartsToString(symbol.getJsDocTags(checker).find((tag) => tag.name === name)?.text).trim();

it('each option has a description, an example and a default [embed.options]', () => {
  expect(createOptions.length).toBeGreaterThan(14);
  const incomplete = createOptions.filter(
    (option) =>
      !describes(option) ||
      tagOf(option, 'example') === '' ||
      (option.flags & ts.SymbolFlags.Optional && tagOf(option, 'defaultValue') === ''),
  );
  expect(incomplete.map(({ name }) => name)).toEqual([]);
});

it('the documented default of an option is the default in the code [embed.options]', () => {
  const files = [
    'site-features.ts',
    'member-base.ts',
    'chat-features.ts',
    'market-features.ts',
    'profile/create-account-deletion.ts',
  ];
  const code = files.map((file) => readFileSync(join(root, 'packages/core/src', file), 'utf8')).join('\n');
  /** Options whose default is assigned under another name. */
  const innerNames: Readonly<Record<string, string>> = { session: 'session: mode', deleteAccount: 'mode' };
  const literals = createOptions.flatMap((option) => {
    const [, text] = /^`(['{][^`]*)`$/.exec(tagOf(option, 'defaultValue')) ?? [];
    return text === undefined ? [] : [{ name: option.name, text }];
  });
  expect(literals.length).toBeGreaterThan(6);
  const others = literals.filter(
    ({ name, text }) =>
      !code.includes(`options.${name} ?? ${text}`) && !code.includes(`${innerNames[name] ?? name} = ${text}`),
  );
  expect(others).toEqual([]);
});

it('every action of a feature and every hook has a description', () => {
  const isFunction = (symbol: ts.Symbol): boolean => typeOf(symbol).getCallSignatures().length > 0;
  const actions = names.flatMap((name) =>
    propertiesOf(name).map((symbol) => ({ symbol, place: `${name}: ${symbol.name}` })),
  );
  const useHooks = exportsOf(join(hooks, 'src/index.ts'))
    .filter(({ name }) => name.startsWith('use'))
    .map((symbol) => ({ symbol, place: symbol.name }));
  expect(useHooks.length).toBeGreaterThan(30);
  const silent = [...actions, ...useHooks].filter(
    ({ symbol }) => isFunction(symbol) && symbol.name !== 'destroy' && !describes(symbol),
  );
  expect(silent.map(({ place }) => place)).toEqual([]);
});
