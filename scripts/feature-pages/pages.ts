// One page a feature: what it is, its states, actions, errors and options, and how it is used in each framework.
import type { FeaturePage } from './features.ts';
import {
  documentation,
  openCore,
  readErrors,
  readInterface,
  readOptions,
  resolved,
  type Store,
} from './read-types.ts';

const pascalOf = (name: string): string =>
  name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
const cell = (value: string): string =>
  value
    .replaceAll('|', '\\|')
    .replaceAll(/\s*\n\s*-\s/g, ' · ')
    .replaceAll(/\s*\n\s*/g, ' ');
const code = (value: string): string => `\`${value.replaceAll('|', '\\|').replaceAll('`', '')}\``;

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length === 0) return [];
  return [
    `| ${head.join(' | ')} |`,
    `| ${head.map(() => '---').join(' | ')} |`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    '',
  ];
}

function storeLines(store: Store): readonly string[] {
  const lines = [`### ${code(store.name)}`, ''];
  if (store.about !== '') lines.push(store.about, '');
  if (store.states.length > 0) {
    lines.push('```text', `${store.key}: ${store.states.join(' · ')}`, '```', '');
  } else lines.push(`A ${code(store.type)}.`, '');
  if (store.stateAbout !== '') lines.push(store.stateAbout, '');
  lines.push(
    ...table(
      ['field', 'what'],
      store.fields.filter(({ about }) => about !== '').map(({ name, about }) => [code(name), cell(about)]),
    ),
  );
  return lines;
}

/** An answer as a reader needs it: a result's value, or the type itself. */
function answerText(answer: string): string {
  return answer.length > 90 ? 'Result' : answer;
}

function usage(feature: FeaturePage, factoryName: string, stores: readonly Store[]): readonly string[] {
  const [store] = stores;
  const lines = ['## In use', ''];
  lines.push(
    `Alone: \`import { ${factoryName} } from '@openbell/core/${feature.name}'\`, with the options below. With the others, over one session:`,
    '',
  );
  if (feature.place !== undefined && store !== undefined) {
    lines.push(
      '```ts',
      "import { createOpenbell } from '@openbell/core';",
      '',
      "const openbell = createOpenbell({ apiUrl: '/api' });",
      'const stop = openbell.start();',
      `const unsubscribe = openbell.${feature.place}.${store.name}.subscribe((state) => console.log(state));`,
      '',
      'unsubscribe();',
      'stop();',
      '```',
      '',
    );
  }
  if (feature.hook !== undefined)
    lines.push(
      `In React: \`${feature.hook}\` of \`@openbell/react-hooks\`${feature.ui === undefined ? '.' : `, or the finished \`${feature.ui[1]}\` of \`@openbell/ui/${feature.ui[0]}\`.`}`,
      '',
    );
  if (feature.guide !== undefined)
    lines.push(`Whole examples that run: [${feature.title}](../guides/${feature.guide}).`, '');
  return lines;
}

/** The pages by file name. */
export function featurePages(features: readonly FeaturePage[]): ReadonlyMap<string, string> {
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
    const { stores, actions } = readInterface(checker, resolved(checker, type));
    const errors = readErrors(checker, symbols);
    const options = readOptions(checker, factory);
    const lines = [
      `# ${feature.title}`,
      '',
      feature.what,
      '',
      ...usage(feature, factoryName, stores),
      ...(stores.length === 0 ? [] : ['## States', '', ...stores.flatMap(storeLines)]),
      '## Actions',
      '',
      ...table(
        ['action', 'gives', 'what'],
        actions.map(({ name, parameters, answer, about }) => [
          code(`${name}(${parameters.join(', ')})`),
          code(answerText(answer)),
          cell(about),
        ]),
      ),
    ];
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
          code(kind.length > 60 ? `${kind.slice(0, 57)}…` : kind),
          cell(about),
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
