// Writes the module that runs on a feature's page of the docs site.
import type { LiveAction, LiveUsage } from './live-usage.ts';

/**
 * @param finished The module with the feature's finished components; null when there are none.
 */
export function liveModule(title: string, usage: LiveUsage, finished: string | null): string {
  const { imports, get, feature, store, run, begin, actions, live } = usage;
  const others = live.others ?? [];
  const names = others.some(({ call }) => call.includes('server.')) ? 'openbell, server' : 'openbell';
  const table = (list: readonly LiveAction[]): readonly string[] =>
    list.map(({ label, call }) => `      [${JSON.stringify(label)}, () => ${call}],`);
  return `${[
    "import { startLive } from './live.js';",
    // The page loads one bundle, which exports what the examples create themselves.
    ...(imports === undefined ? [] : [imports.replace(/'@openbell[^']*'/, "'./live.js'")]),
    '',
    'startLive({',
    `  title: ${JSON.stringify(title)},`,
    `  as: ${JSON.stringify(live.as ?? null)},`,
    `  options: ${live.options ?? '() => ({})'},`,
    `  open(${names}) {`,
    `    ${get}`,
    ...(run === undefined ? [] : [`    ${run};`]),
    ...(begin === undefined ? [] : [`    void ${begin};`]),
    '    const actions = [',
    ...table(actions),
    '    ];',
    '    const others = [',
    ...table(others),
    '    ];',
    `    return { name: '${store}', store: ${feature}.${store}, actions, others };`,
    '  },',
    ...(finished === null ? [] : [`  finished: () => import('${finished}'),`]),
    '});',
  ].join('\n')}\n`;
}
