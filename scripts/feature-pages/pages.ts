// One page a feature: what it is, its states, actions, errors and options, and how it is used in each framework.
import type ts from 'typescript';
import { besideLines, functionLines, otherShape } from './beside.ts';
import type { FeaturePage } from './features.ts';
import { finishedSnippet } from './finished.ts';
import { shapesBelow } from './read-shapes.ts';
import {
  documentation,
  openCore,
  readErrors,
  readerOf,
  readInterface,
  readOptions,
  readThing,
  resolved,
  type Store,
} from './read-types.ts';
import { instanceModule, plainPage, plainSnippet, reactSnippet, vueSnippet } from './snippets.ts';
import { drawStates } from './states/draw.ts';
import { seenStates } from './states/seen-states.ts';
import { actionTable, cell, code, everywhere, fieldTable, short, table } from './tables.ts';
import { type Usage, usageOf } from './usage.ts';

const pascalOf = (name: string): string =>
  name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
/** The picture of a store's states and the same in words; what is seen is what running it has shown. */
async function stateLines(
  feature: FeaturePage,
  store: Store,
  pictures: Map<string, string>,
): Promise<readonly string[]> {
  const seen = await seenStates(`${feature.name}.${store.name}`, store.states);
  const picture = `states/${feature.name}-${store.name.replaceAll(/\W+/g, '-').replace(/^-/, '')}.svg`;
  pictures.set(picture, drawStates(store.name, store.states, seen));
  return [
    `![The states of ${store.name} and what leads from one to another](${picture})`,
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
  // The site's list of a page's headings leaves out what is code.
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
  'The states are those of the types; the pictures show the changes that were seen when the code was led through all of them, against [the in-memory server](../guides/testing.md): by an action, an answer (a call of the contract and its status), a frame, time.';

const typesText =
  'What the states hold, and what the actions take and give. They are types of the declarations; in plain JavaScript they are what is in the objects.';

const fieldsText = 'There are no states to tell apart: what there is changes by its fields alone.';

const people = {
  member: 'Somebody has to be signed in ([how](../guides/embed-sign-in.md)). The reference server knows',
  subscriber:
    'Somebody with a plan has to be signed in ([how](../guides/embed-sign-in.md)). The reference server knows',
};

/** What has to be there before the code works, so that nobody has to guess it from a refusal. */
function needs({ live, needs: besides }: Usage): readonly string[] {
  const who =
    live.as === undefined
      ? []
      : [`${people[live.as]} \`${live.as}@openbell.test\`, password \`Opening-bell-9\`.`];
  const text = [...who, ...(besides === undefined ? [] : [besides])].join(' ');
  return text === '' ? [] : [text, ''];
}

function inUse(feature: FeaturePage, factoryName: string, usage: Usage): readonly string[] {
  const lines = [
    '## Live',
    '',
    'On the docs site (`npm run docs`) it runs here, against [the in-memory server](../guides/testing.md).',
    '',
    '## In use',
    '',
    ...needs(usage),
    `Alone: \`import { ${factoryName} } from '@openbell/core/${feature.name}'\`, with the options below ([how](../guides/embed-sign-in.md#the-session-without-the-rest)). With the others, over one session:`,
    '',
    '### Plain JavaScript',
    '',
    '```html',
    plainPage(usage),
    '```',
    '',
    '`main.js`, for a bundler such as Vite, or [without one](../guides/script-tag.md#modules-and-an-import-map):',
    '',
    '```js',
    plainSnippet(usage),
    '```',
    '',
    '### React',
    '',
    'Below an `OpenbellProvider`; [what the hooks give](../guides/hooks.md#all-of-them).',
    '',
    '```tsx',
    reactSnippet(feature.name, usage),
    '```',
    '',
  ];
  const [folder = '', ...components] = feature.ui ?? [];
  for (const component of components)
    lines.push(
      `Finished, by \`${component}\` of \`@openbell/ui/${folder}\`:`,
      '',
      '```tsx',
      finishedSnippet(folder, component),
      '```',
      '',
    );
  lines.push(
    '### Vue',
    '',
    '`openbell.ts`, for all components:',
    '',
    '```ts',
    instanceModule(usage),
    '```',
    '',
    '```vue',
    vueSnippet(usage),
    '```',
    '',
  );
  if (feature.guide !== undefined)
    lines.push(`Whole examples that run: [${feature.title}](../guides/${feature.guide}).`, '');
  return lines;
}

/** The pages and their pictures by file name. */
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
    const { stores: own, actions, types } = readInterface(checker, resolved(checker, type));
    const [partName, partType = ''] = feature.part ?? [];
    const part = exported(partType);
    const partly = part === undefined ? null : readInterface(checker, resolved(checker, part));
    const stores = [
      ...own,
      ...(partly?.stores ?? []).map((store) => ({ ...store, name: `${partName}.${store.name}` })),
      ...(feature.things ?? []).flatMap(([name, thingType, ends, about]) => {
        const thing = exported(thingType);
        return thing === undefined
          ? []
          : [readThing(checker, resolved(checker, thing), { name, ends, about })];
      }),
    ];
    const states: string[] = [];
    for (const store of stores) states.push(...(await storeLines(feature, store, pages)));
    const errors = readErrors(checker, symbols);
    const options = readOptions(checker, factory);
    // A store's own type is the table under its states.
    const shown = new Set([...stores.map((store) => store.type), ...stores.map(({ name }) => name)]);
    const named = (name: string): ts.Symbol => {
      const found = exported(name) ?? exportsOf('contract').find((symbol) => symbol.name === name);
      if (found === undefined) throw new Error(`@openbell/core/${feature.name} exports no ${name}.`);
      return resolved(checker, found);
    };
    const beside = besideLines(
      checker,
      (feature.beside ?? []).map(([where, name]) => [where, named(name)]),
      shown,
    );
    const also = (feature.shows ?? []).map(named);
    for (const name of [feature.type, ...(feature.beside ?? []).map(([, typeName]) => typeName)])
      shown.add(name);
    const below = shapesBelow(readerOf(checker), [
      ...types,
      ...(partly?.types ?? []),
      ...beside.types,
      ...also.map((symbol) => checker.getDeclaredTypeOfSymbol(symbol)),
    ]).filter(({ name }) => !shown.has(name));
    const met = new Set(below.map(({ name }) => name));
    const shapes = [
      ...below,
      ...also.filter(({ name }) => !met.has(name)).map((symbol) => otherShape(checker, symbol)),
    ];
    const lines = [
      `# ${feature.title}`,
      '',
      feature.what,
      '',
      ...inUse(feature, factoryName, usageOf(feature)),
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
      ...beside.lines,
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
        ['option', 'type', 'what'],
        options.map(({ name, optional, type: kind, about }) => [
          code(optional ? `${name}?` : name),
          short(kind),
          cell(about || (everywhere[name] ?? '')),
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
