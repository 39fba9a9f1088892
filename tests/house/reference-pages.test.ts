// The reference pages list the actions, errors, options and hooks of the sources, with descriptions and state diagrams.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { liveUsageOf } from '../../scripts/docs/live-usage.ts';
import { features } from '../../scripts/reference/features.ts';
import { hooksPage } from '../../scripts/reference/hooks-page.ts';
import { optionsPage } from '../../scripts/reference/options-page.ts';
import { featurePages } from '../../scripts/reference/pages.ts';
import { root } from './read-imports.ts';

const pages = await featurePages(features);
const page = (name: string): string => pages.get(`${name}.md`) ?? '';
const guide = (name: string): string => readFileSync(join(root, `docs/features/${name}.md`), 'utf8');

it('links every state diagram to a drawn picture [embed.states]', () => {
  for (const { name } of features) {
    const diagrams = [...page(name).matchAll(/\]\((states\/[^)]+\.svg)\)/g)].map(([, file = '']) => file);
    for (const file of diagrams) expect(pages.get(file), file).toContain('<svg');
  }
  expect([...pages.keys()].filter((name) => name.endsWith('.svg')).length).toBeGreaterThan(20);
});

it('every feature has a reference page and a page with code', () => {
  const written = readdirSync(join(root, 'docs/features')).filter((name) => name.endsWith('.md'));
  expect(written.sort()).toEqual(features.map(({ name }) => `${name}.md`).sort());
  for (const { name } of features) expect(page(name), name).toMatch(/^## Actions$/m);
});

it('the options page has every option [embed.options]', () => {
  const page = optionsPage();
  const source = readFileSync(join(root, 'packages/core/src/openbell-options.ts'), 'utf8');
  const [, body = ''] = /interface OpenbellOptions \{([\s\S]*)\n\}/.exec(source) ?? [];
  const names = [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(14);
  for (const name of names) expect(page).toContain(`\n## ${name}\n`);
});

it('the hooks page has every hook, each with a description', () => {
  const page = hooksPage();
  const exports = readFileSync(join(root, 'packages/react-hooks/src/index.ts'), 'utf8');
  const names = [...exports.matchAll(/\b(use[A-Z]\w+)\b/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(30);
  for (const name of names) expect(page).toMatch(new RegExp(`^\\| \`${name}\\(.*\\| .+ \\| .+ \\|$`, 'm'));
});

it('a default on the options page is the default in the code [embed.options]', () => {
  const code = [
    'site-features.ts',
    'member-base.ts',
    'chat-features.ts',
    'market-features.ts',
    'profile/create-account-deletion.ts',
  ]
    .map((file) => readFileSync(join(root, 'packages/core/src', file), 'utf8'))
    .join('\n');
  /** Options whose default is assigned under another name. */
  const innerNames: Readonly<Record<string, string>> = { session: 'session: mode', deleteAccount: 'mode' };
  const literal = /^\| \[(\w+)\]\(#\w+\) \| .* \| `(['{][^`]*)` \|$/gm;
  const documented = [...optionsPage().matchAll(literal)].map(([, name = '', text = '']) => ({ name, text }));
  expect(documented.length).toBeGreaterThan(6);
  expect(
    documented.filter(
      ({ name, text }) =>
        !code.includes(`options.${name} ?? ${text}`) &&
        !code.includes(`${innerNames[name] ?? name} = ${text}`),
    ),
  ).toEqual([]);
});

it('every feature of an instance is on a page', () => {
  const source = readFileSync(join(root, 'packages/react-hooks/src/feature-names.ts'), 'utf8');
  const instanceFeatures = [...source.matchAll(/^ {2}(\w+): '(?:site|member)',$/gm)].map(
    ([, name = '']) => name,
  );
  // The transport is not a feature; some features share a page, under a heading.
  const isShown = (name: string): boolean =>
    name === 'api' ||
    features.some((feature) => guide(feature.name).includes(`{ ${name} } = openbell;`)) ||
    features.some((feature) => new RegExp(`^### .*\\bopenbell\\.${name}\\b`, 'm').test(page(feature.name)));
  expect(instanceFeatures.filter((name) => !isShown(name))).toEqual([]);
});

it('every action has a description', () => {
  const silent = features.flatMap(({ name }) =>
    [...page(name).matchAll(/^\| `(\w+\(.*)\| {2}\|$/gm)].map(([, row = '']) => `${name}: ${row}`),
  );
  expect(silent).toEqual([]);
});

it('a page includes the parts of a feature, its types, functions and options', () => {
  for (const part of ['composer', 'search', 'recorder'])
    expect(page('chat')).toContain(`\n### thread.${part}\n`);
  expect(page('chat')).toMatch(/^### MessageAction\n\n.*\n\n`delete` · .*`unsend`/m);
  expect(page('chat')).toContain('| `isPending(item)` |');
  expect(page('time-sales')).toContain('| `csvOf(rows, titles)` |');
  expect(page('session')).toContain('| `safeRedirect(raw, options)` |');
  expect(page('realtime')).toMatch(/^### RealtimeEvents\n[\s\S]*^\| `reopened` /m);
  expect(page('captcha')).toMatch(/^## Options\n[\s\S]*^\| `siteKey\?` [\s\S]*^\| `api` /m);
});

it.each([
  ['news', 'headline'],
  ['alerts', 'message'],
  ['courses', 'documents'],
  ['chart', 'close'],
  ['chat', 'sender'],
  ['contact', 'email'],
  ['devices', 'user_agent'],
  ['session', 'remember'],
  ['sign-up', 'agree'],
  ['ticker-details', 'market_cap'],
  ['ticker-search', 'label'],
  ['time-sales', 'qty'],
  ['trade-flash', 'dollars'],
])('the page of %s describes the fields of its states, such as %s', (name, field) => {
  expect(page(name)).toMatch(new RegExp(`^\\| \`${field}\\??\` \\| \`[^\`]+\` \\|`, 'm'));
});

it('a page names the demo account when its code needs a signed-in member', () => {
  const silent = features
    .filter(({ name }) => liveUsageOf(name).live.as !== undefined)
    .filter(({ name }) => !/^You need a signed-in member[\s\S]*`\w+@openbell\.test`/m.test(guide(name)))
    .map(({ name }) => name);
  expect(silent).toEqual([]);
});
