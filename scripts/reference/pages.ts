// The reference page of each feature: its states, actions, functions, types, errors and options, read from the sources.
import type ts from 'typescript';
import type { FeaturePage } from './features.ts';
import { shapesBelow } from './read-shapes.ts';
import {
  documentation,
  openCore,
  readEntity,
  readErrors,
  readerOf,
  readInterface,
  readOptions,
  resolved,
  type Store,
} from './read-types.ts';
import { functionLines, otherShape, relatedLines } from './related.ts';
import { drawStates } from './states/draw.ts';
import { recordedStates } from './states/recorded-states.ts';
import { actionTable, cell, code, commonDescriptions, fieldTable, short, table } from './tables.ts';

const pascalOf = (name: string): string =>
  name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
/** The state diagram and transition table of a store, recorded by running the feature. */
async function stateLines(
  feature: FeaturePage,
  store: Store,
  pictures: Map<string, string>,
): Promise<readonly string[]> {
  const seen = await recordedStates(`${feature.name}.${store.name}`, store.states);
  const picture = `states/${feature.name}-${store.name.replaceAll(/\W+/g, '-').replace(/^-/, '')}.svg`;
  pictures.set(picture, drawStates(store.name, store.states, seen));
  return [
    `![State diagram of ${store.name}](${picture})`,
    '',
    ...table(
      ['from', 'to', 'when'],
      seen.transitions.map(({ from, to, causes }) => [code(from), code(to), cell(causes.join(' · '))]),
    ),
  ];
}

async function storeLines(
  feature: FeaturePage,
  store: Store,
  pictures: Map<string, string>,
): Promise<readonly string[]> {
  // No code formatting: the site's table of contents omits it.
  const lines = [`### ${store.name}`, ''];
  if (store.about !== '') lines.push(store.about, '');
  if (store.states.length > 0) {
    const head = store.key === null ? '' : `${store.key}: `;
    lines.push('```text', `${head}${store.states.join(' · ')}`, '```', '');
    lines.push(...(await stateLines(feature, store, pictures)));
  } else lines.push(`A ${code(store.type)}.`, '');
  if (store.stateAbout !== '') lines.push(store.stateAbout, '');
  lines.push(...fieldTable(store.fields));
  return lines;
}

const statesText =
  'The types define the states. The diagrams show each transition that a run against [the in-memory server](../guides/testing.md) produced, with its cause: an action, a response (call and status), a socket frame, or time.';

const typesText = 'The types in the states, parameters and results above.';

const fieldsText = 'This feature has fields, but no named states.';

/** Returns the pages and their diagrams by file name. */
export async function featurePages(features: readonly FeaturePage[]): Promise<ReadonlyMap<string, string>> {
  const { checker, exportsOf } = openCore(features);
  const pages = new Map<string, string>();
  for (const feature of features) {
    const symbols = exportsOf(feature.name);
    const exported = (name: string) => symbols.find((symbol) => symbol.name === name);
    const type = exported(feature.type);
    const factoryName = feature.factory ?? `create${pascalOf(feature.name)}`;
    const factory = exported(factoryName);
    if (type === undefined || factory === undefined) {
      throw new Error(
        `@openbell/core/${feature.name} exports no ${type === undefined ? feature.type : factoryName}.`,
      );
    }
    const { stores: ownStores, actions, types } = readInterface(checker, resolved(checker, type));
    const [partName, partType = ''] = feature.part ?? [];
    const part = exported(partType);
    const partMembers = part === undefined ? null : readInterface(checker, resolved(checker, part));
    const stores = [
      ...ownStores,
      ...(partMembers?.stores ?? []).map((store) => ({ ...store, name: `${partName}.${store.name}` })),
      ...(feature.entities ?? []).flatMap(([name, entityType, finalStates, about]) => {
        const entity = exported(entityType);
        return entity === undefined
          ? []
          : [readEntity(checker, resolved(checker, entity), { name, finalStates, about })];
      }),
    ];
    const states: string[] = [];
    for (const store of stores) states.push(...(await storeLines(feature, store, pages)));
    const errors = readErrors(checker, symbols);
    const options = readOptions(checker, factory);
    // The type of a store is the table below its states.
    const shown = new Set([...stores.map((store) => store.type), ...stores.map(({ name }) => name)]);
    const named = (name: string): ts.Symbol => {
      const found = exported(name) ?? exportsOf('contract').find((symbol) => symbol.name === name);
      if (found === undefined) throw new Error(`@openbell/core/${feature.name} exports no ${name}.`);
      return resolved(checker, found);
    };
    const related = relatedLines(
      checker,
      (feature.related ?? []).map(([path, name]) => [path, named(name)]),
      shown,
    );
    const extra = (feature.extraTypes ?? []).map(named);
    for (const name of [feature.type, ...(feature.related ?? []).map(([, typeName]) => typeName)])
      shown.add(name);
    const below = shapesBelow(readerOf(checker), [
      ...types,
      ...(partMembers?.types ?? []),
      ...related.types,
      ...extra.map((symbol) => checker.getDeclaredTypeOfSymbol(symbol)),
    ]).filter(({ name }) => !shown.has(name));
    const documented = new Set(below.map(({ name }) => name));
    const shapes = [
      ...below,
      ...extra.filter(({ name }) => !documented.has(name)).map((symbol) => otherShape(checker, symbol)),
    ];
    const lines = [
      `# ${feature.title}: reference`,
      '',
      `How to use it: [${feature.title}](../features/${feature.name}.md). To create only this feature: \`import { ${factoryName} } from '@openbell/core/${feature.name}'\`, with the [options](#options) below.`,
      '',
      ...(stores.length === 0
        ? []
        : [
            '## States',
            '',
            stores.some((store) => store.states.length > 0) ? statesText : fieldsText,
            '',
            ...states,
          ]),
      '## Actions',
      '',
      ...actionTable(actions),
      ...related.lines,
      ...functionLines(checker, feature.name, symbols),
    ];
    if (shapes.length > 0) lines.push('## Types', '', typesText, '');
    for (const shape of shapes)
      lines.push(`### ${shape.name}`, '', shape.about, '', ...fieldTable(shape.fields));
    if (errors.length > 0)
      lines.push(
        '## Errors',
        '',
        ...errors.flatMap(({ name, codes, about }) => [
          `${code(name)}: ${codes.map(code).join(', ')}.`,
          '',
          ...(about === '' ? [] : [about, '']),
        ]),
      );
    lines.push(
      '## Options',
      '',
      documentation(checker, resolved(checker, factory)),
      '',
      ...table(
        ['option', 'type', 'description'],
        options.map(({ name, optional, type: kind, about }) => [
          code(optional ? `${name}?` : name),
          short(kind),
          cell(about || (commonDescriptions[name] ?? '')),
        ]),
      ),
    );
    pages.set(
      `${feature.name}.md`,
      `${lines
        .join('\n')
        .replaceAll(/\n{3,}/g, '\n\n')
        .trim()}\n`,
    );
  }
  return pages;
}
