// A feature's code in plain JavaScript, React and Vue, and the module of its live example.
import type { Usage, UsageAction } from './usage.ts';

const pascalOf = (name: string): string =>
  name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
const idOf = (label: string): string => label.toLowerCase().replaceAll(/\W+/g, '-');
const handlerOf = (label: string): string => `on${pascalOf(idOf(label))}`;
const statement = (call: string): string => `${call};`;

/** What `createOpenbell` takes, as it is written. */
function optionsOf({ options }: Usage): string {
  return options === undefined ? "{ apiUrl: '/api' }" : `{ apiUrl: '/api', ${options} }`;
}

/** The page that the script below is for. */
export function plainPage({ actions }: Usage): string {
  return [
    '<output></output>',
    ...actions.map(({ label }) => `<button id="${idOf(label)}">${label}</button>`),
    '<script type="module" src="./main.js"></script>',
  ].join('\n');
}

/** The module that the components of Vue take the one instance from. */
export function instanceModule(usage: Usage): string {
  return [
    "import { createOpenbell } from '@openbell/core';",
    '',
    `export const openbell = createOpenbell(${optionsOf(usage)});`,
    'openbell.start();',
  ].join('\n');
}

/** A page's own script. */
export function plainSnippet(usage: Usage): string {
  const { get, feature, store, shows, run, begin, actions } = usage;
  const text = shows === 'state' ? 'state' : `String(${shows})`;
  return [
    "import { createOpenbell } from '@openbell/core';",
    '',
    `const openbell = createOpenbell(${optionsOf(usage)});`,
    'openbell.start();',
    get,
    ...[run, begin].filter((call) => call !== undefined).map(statement),
    '',
    `${feature}.${store}.subscribe((state) => {`,
    `  document.querySelector('output')?.replaceChildren(${text});`,
    '});',
    ...actions.map(
      ({ label, call }) =>
        `document.querySelector('#${idOf(label)}')?.addEventListener('click', () => ${call});`,
    ),
  ].join('\n');
}

const reactCall = (usage: Usage, { call, react }: UsageAction): string =>
  react ?? call.replaceAll(`${usage.feature}.`, '');

/** A component below an `OpenbellProvider`. */
export function reactSnippet(name: string, usage: Usage): string {
  const hooks = usage.hooks.map((line) => /\b(use\w+)\(/.exec(line)?.[1] ?? '');
  return [
    `import { ${hooks.sort().join(', ')} } from '@openbell/react-hooks';`,
    '',
    `export function ${pascalOf(name)}() {`,
    ...usage.hooks.map((line) => `  ${line}`),
    '  return (',
    '    <>',
    `      <output>{${usage.reactShows ?? usage.shows}}</output>`,
    ...usage.actions.map(
      (action) =>
        `      <button type="button" onClick={() => ${reactCall(usage, action)}}>${action.label}</button>`,
    ),
    '    </>',
    '  );',
    '}',
  ].join('\n');
}

/** A component of Vue's: a store is a `subscribe`, so nothing of ours is needed between the two. */
export function vueSnippet({ get, feature, store, shows, run, begin, actions }: Usage): string {
  return [
    '<script setup lang="ts">',
    "import { onScopeDispose, shallowRef } from 'vue';",
    "import { openbell } from './openbell';",
    '',
    get,
    `const state = shallowRef(${feature}.${store}.get());`,
    `onScopeDispose(${feature}.${store}.subscribe((value) => void (state.value = value)));`,
    ...(run === undefined ? [] : [`onScopeDispose(${run});`]),
    ...(begin === undefined ? [] : [`void ${begin};`]),
    ...actions.map(({ label, call }) => `const ${handlerOf(label)} = () => ${call};`),
    '</script>',
    '',
    '<template>',
    `  <output>{{ ${shows} }}</output>`,
    ...actions.map(({ label }) => `  <button type="button" @click="${handlerOf(label)}">${label}</button>`),
    '</template>',
  ].join('\n');
}

/** The module that runs on the feature's page of the docs site; `finished`: the module of its finished components. */
export function liveModule(title: string, usage: Usage, finished: string | null): string {
  const { get, feature, store, run, begin, actions, live } = usage;
  const others = live.others ?? [];
  const names = others.some(({ call }) => call.includes('server.')) ? 'openbell, server' : 'openbell';
  const table = (list: readonly UsageAction[]): readonly string[] =>
    list.map(({ label, call }) => `      [${JSON.stringify(label)}, () => ${call}],`);
  return `${[
    "import { startLive } from './live.js';",
    '',
    'startLive({',
    `  title: ${JSON.stringify(title)},`,
    `  as: ${JSON.stringify(live.as ?? null)},`,
    `  options: ${live.options ?? '() => ({})'},`,
    `  open(${names}) {`,
    `    ${get}`,
    ...(run === undefined ? [] : [`    ${run};`]),
    ...(begin === undefined ? [] : [`    void ${begin};`]),
    `    const actions = [`,
    ...table(actions),
    '    ];',
    `    const others = [`,
    ...table(others),
    '    ];',
    `    return { name: '${store}', store: ${feature}.${store}, actions, others };`,
    '  },',
    ...(finished === null ? [] : [`  finished: () => import('${finished}'),`]),
    '});',
  ].join('\n')}\n`;
}
