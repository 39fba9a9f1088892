// A feature's page says what the code says: states, actions, errors and options are read from the sources.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { features } from '../../scripts/feature-pages/features.ts';
import { hooksPage } from '../../scripts/feature-pages/hooks-page.ts';
import { optionsPage } from '../../scripts/feature-pages/options-page.ts';
import { featurePages } from '../../scripts/feature-pages/pages.ts';
import { usageOf } from '../../scripts/feature-pages/usage.ts';
import { root } from './read-imports.ts';

it('docs/features is what the sources say; `npm run feature-pages` writes it anew [embed.states]', async () => {
  const folder = join(root, 'docs/features');
  const written = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [relative(folder, path), readFileSync(path, 'utf8')]),
  );
  const pages = await featurePages(features);
  expect([...written.keys()].sort()).toEqual([...pages.keys()].sort());
  for (const [name, text] of pages) expect(written.get(name), name).toBe(text);
});

it('docs/guides/options.md is what the sources say of every option [embed.options]', () => {
  const page = optionsPage();
  expect(readFileSync(join(root, 'docs/guides/options.md'), 'utf8')).toBe(page);
  const source = readFileSync(join(root, 'packages/core/src/openbell-options.ts'), 'utf8');
  const [, body = ''] = /interface OpenbellOptions \{([\s\S]*)\n\}/.exec(source) ?? [];
  const names = [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(14);
  for (const name of names) expect(page).toContain(`\n## ${name}\n`);
});

it('docs/guides/hooks.md is what the sources say of every hook, and none is without a word', () => {
  const page = hooksPage();
  expect(readFileSync(join(root, 'docs/guides/hooks.md'), 'utf8')).toBe(page);
  const exports = readFileSync(join(root, 'packages/react-hooks/src/index.ts'), 'utf8');
  const names = [...exports.matchAll(/\b(use[A-Z]\w+)\b/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(30);
  for (const name of names) expect(page).toMatch(new RegExp(`^\\| \`${name}\\(.*\\| .+ \\| .+ \\|$`, 'm'));
});

it('a default that a page names is the one of the code [embed.options]', () => {
  const code = ['site-features.ts', 'member-features.ts', 'profile/create-account-deletion.ts']
    .map((file) => readFileSync(join(root, 'packages/core/src', file), 'utf8'))
    .join('\n');
  /** Options that go by another name where their default stands. */
  const inside: Readonly<Record<string, string>> = { session: 'session: mode', deleteAccount: 'mode' };
  const literal = /^\| \[(\w+)\]\(#\w+\) \| .* \| `(['{][^`]*)` \|$/gm;
  const said = [...optionsPage().matchAll(literal)].map(([, name = '', text = '']) => ({ name, text }));
  expect(said.length).toBeGreaterThan(7);
  expect(
    said.filter(
      ({ name, text }) =>
        !code.includes(`options.${name} ?? ${text}`) && !code.includes(`${inside[name] ?? name} = ${text}`),
    ),
  ).toEqual([]);
});

it('every feature that an instance holds has its page', () => {
  const source = readFileSync(join(root, 'packages/react-hooks/src/feature-names.ts'), 'utf8');
  const held = [...source.matchAll(/^ {2}(\w+): '(?:site|member)',$/gm)].map(([, name = '']) => name);
  const pages = readdirSync(join(root, 'docs/features'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(join(root, 'docs/features', name), 'utf8'));
  // Some share a page, with a heading of their own; the transport is no feature.
  const isTold = (name: string) =>
    name === 'api' ||
    pages.some((page) => page.includes(`{ ${name} } = openbell;`)) ||
    pages.some((page) => new RegExp(`^### .*\\bopenbell\\.${name}\\b`, 'm').test(page));
  expect(held.filter((name) => !isTold(name))).toEqual([]);
});

it('no action of a page is without a word', () => {
  const silent = features.flatMap(({ name }) =>
    [
      ...readFileSync(join(root, `docs/features/${name}.md`), 'utf8').matchAll(/^\| `(\w+\(.*)\| {2}\|$/gm),
    ].map(([, row = '']) => `${name}: ${row}`),
  );
  expect(silent).toEqual([]);
});

it('the parts of a chat, the types that it gives and the rules of an entry point are on its page', () => {
  const page = (name: string) => readFileSync(join(root, `docs/features/${name}.md`), 'utf8');
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
])('the page of %s tells what its states hold, down to %s', (name, field) => {
  const page = readFileSync(join(root, `docs/features/${name}.md`), 'utf8');
  expect(page).toMatch(new RegExp(`^\\| \`${field}\\??\` \\| \`[^\`]+\` \\|`, 'm'));
});

it('a page says who has to be signed in where its code shows nothing to others', () => {
  const silent = features
    .filter((feature) => usageOf(feature).live.as !== undefined)
    .filter(({ name }) => {
      const page = readFileSync(join(root, `docs/features/${name}.md`), 'utf8');
      return !/^Somebody .*has to be signed in.*`\w+@openbell\.test`/m.test(page);
    })
    .map(({ name }) => name);
  expect(silent).toEqual([]);
});
