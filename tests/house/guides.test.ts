// The guides show existing files, policies, calls and output unchanged.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { closeSignedOut, endpoints, memberSocketProtocol } from '@openbell/core/contract';
import { describe, expect, it, test } from 'vitest';
import { buildPagePolicy } from '../../examples/server/src/http/headers/content-security-policy.ts';
import { readArguments } from '../../packages/testing/src/verify/arguments.ts';
import { closedWith, judgeClosed, mismatch } from '../../packages/testing/src/verify/judge-opening.ts';
import { reportAsText } from '../../packages/testing/src/verify/print-report.ts';
import { reporterOf } from '../../packages/testing/src/verify/socket-tools.ts';
import { openApiDocument } from '../support/openapi-document.ts';
import { root } from './read-imports.ts';

const guides = readdirSync(join(root, 'docs/guides')).filter((name) => name.startsWith('embed-'));

test('the docs site lists every guide, in reading order', () => {
  const { projectDocuments } = JSON.parse(readFileSync(join(root, 'docs/typedoc.json'), 'utf8'));
  const listed = (projectDocuments as string[]).filter((name) => name.startsWith('guides/'));
  expect(listed[0]).toBe('guides/start.md');
  const files = readdirSync(join(root, 'docs/guides')).map((name) => `guides/${name}`);
  expect(listed.toSorted()).toEqual(files.toSorted());
  // The first entries of the navigation.
  expect(projectDocuments.slice(0, listed.length)).toEqual(listed);
});

test.each(guides)('%s shows the files unchanged [embed.guides]', (name) => {
  const guide = readFileSync(join(root, 'docs/guides', name), 'utf8');
  const blocks = [...guide.matchAll(/^```(?:jsx?|html) (?<file>\S+)\n(?<code>[\s\S]*?)^```$/gm)];
  const files = blocks.map(({ groups }) => groups?.file ?? '');
  // Code that uses a form is shown together with the form.
  for (const file of files.filter((one) => one.endsWith('.js')))
    expect(files).toContain(file.replace(/\.js$/, '.html'));
  expect(blocks.length).toBeGreaterThan(1);
  for (const { groups } of blocks) {
    expect(groups?.code).toBe(readFileSync(join(root, groups?.file ?? ''), 'utf8'));
  }
});

test.each([
  ...['otp-reset', 'billing', 'group-chat', 'trade-flash'].map((name) => `vanilla/${name}.js`),
  ...['otp-reset', 'billing', 'group-chat'].map((name) => `react/${name}.jsx`),
])('%s is at most ten lines, imports and closing brackets included [embed.ten-lines]', (name) => {
  const lines = readFileSync(join(root, 'examples/embed', name), 'utf8').split('\n');
  expect(lines.filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(10);
  expect(guides.some((guide) => readFileSync(join(root, 'docs/guides', guide), 'utf8').includes(name))).toBe(
    true,
  );
});

it('security.md shows the narrowest policy that works for the reference site', () => {
  const guide = readFileSync(join(root, 'docs/guides/security.md'), 'utf8');
  const directivesOf = (policy: string) =>
    new Map(policy.split('; ').map((one) => [one.split(' ')[0] ?? '', one.split(' ').slice(1)]));
  const shown = directivesOf(/^Content-Security-Policy: (.*)$/m.exec(guide)?.[1] ?? '');
  const site = directivesOf(buildPagePolicy().enforced);
  expect(shown.size).toBeGreaterThan(8);
  for (const [directive, sources] of shown) expect(site.get(directive), directive).toEqual(sources);
});

it('testing.md shows an existing test unchanged', () => {
  const guide = readFileSync(join(root, 'docs/guides/testing.md'), 'utf8');
  const { file = '', code } = /^```ts (?<file>\S+)\n(?<code>[\s\S]*?)^```$/m.exec(guide)?.groups ?? {};
  expect(code).toBe(readFileSync(join(root, file), 'utf8'));
});

describe('your-own-backend.md', () => {
  const guide = readFileSync(join(root, 'docs/guides/your-own-backend.md'), 'utf8');
  const server = 'examples/embed/backend/server.js';
  const blocks = [...guide.matchAll(/^```(?<about>.*)\n(?<code>[\s\S]*?)^```$/gm)].map(({ groups }) => ({
    about: groups?.about ?? '',
    code: groups?.code ?? '',
  }));
  const blockOf = (about: string): string => blocks.find((block) => block.about === about)?.code ?? '';

  it('shows only blocks that this file checks', () => {
    const known = [`js ${server}`, 'json 422', 'json profile', 'sh', 'text', 'sh', 'sh', 'text sockets'];
    expect(blocks.map(({ about }) => about)).toEqual(known);
    expect(blockOf(`js ${server}`)).toBe(readFileSync(join(root, server), 'utf8'));
  });

  it('shows bodies that match the OpenAPI document', () => {
    const document = openApiDocument('');
    expect(document.problemsOf('POST', '/web/register', 422, JSON.parse(blockOf('json 422')))).toEqual([]);
    expect(document.problemsOf('GET', '/web/profile', 200, JSON.parse(blockOf('json profile')))).toEqual([]);
  });

  it('names existing endpoints and valid commands', () => {
    const calls = new Set(Object.values(endpoints).map(({ method, path }) => `${method} ${path}`));
    const named = [...guide.matchAll(/`((?:GET|POST) \/[^`\s]*)`/g)].map(([, call = '']) => call);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((call) => !calls.has(call))).toEqual([]);
    const commands = blocks
      .filter(({ about }) => about === 'sh')
      .flatMap(({ code }) => code.trim().split('\n'));
    for (const command of commands) {
      const typed = /npx openbell-verify (.*)$/.exec(command)?.[1]?.split(' ') ?? [];
      expect(readArguments(typed, {})).toMatchObject({ kind: 'run' });
    }
  });

  it('shows the socket errors as the checker prints them', () => {
    const at = (socket: 'member' | 'options-feed', path: string) =>
      reporterOf(socket, `ws://a.example${path}`, 'http://a.example/api');
    const opening = { hasOpened: true, closeCode: null, probe: null, waited: 10 };
    const [member, feed] = [at('member', '/api/ws'), at('options-feed', '/options')];
    const sockets = [
      member('with a wrong token', judgeClosed(opening, closeSignedOut, memberSocketProtocol)),
      member(
        'after invalid frames',
        mismatch({ path: 'close', expected: 'an open socket', got: closedWith(1003) }),
      ),
      feed('greeting', mismatch({ path: 'status', expected: 'connected', got: 'nothing within 10 s' })),
    ];
    const printed = reportAsText({ url: '', wrote: false, calls: [], sockets }, []);
    expect(printed).toContain(`\n${blockOf('text sockets')}\n`);
  });

  it('has no broken links', () => {
    const links = [...guide.matchAll(/\]\(([^)#]+)\)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !existsSync(join(root, 'docs/guides', link)))).toEqual([]);
  });
});
