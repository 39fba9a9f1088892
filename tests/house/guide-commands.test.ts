// Every command in a document is valid: its script, program, flags and packages exist. Every code block of a document has
// a test.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { readArguments } from '../../packages/testing/src/verify/arguments.ts';
import { root } from './read-imports.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
};
const documents = [
  ...readdirSync(root).filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md'),
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  ...readdirSync(join(root, 'docs/guides')).map((name) => `docs/guides/${name}`),
  ...['core', 'testing', 'react-hooks', 'ui'].map((name) => `packages/${name}/README.md`),
];

interface Shown {
  readonly path: string;
  readonly command: string;
}

/** The commands of `sh` blocks, without comments, and those in a line of text. */
const commands: readonly Shown[] = documents.flatMap((path) => {
  const text = read(path);
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, code = '']) =>
    code.split('\n').flatMap((line) => line.replace(/\s#.*$/, '').split('&&')),
  );
  const inline = [...text.matchAll(/`((?:npm|npx) [^`]+)`/g)].map(([, code = '']) => code);
  return [...blocks, ...inline]
    .map((command) => command.trim())
    .filter((command) => command !== '')
    .map((command) => ({ path, command }));
});

/** What stands behind a name of `npm run`, whose own scripts read flags of their own. */
const sourceOf = (script: string): string => {
  const file = /\S+\.(?:mjs|ts)/.exec(manifest.scripts[script] ?? '')?.[0];
  return file === undefined ? '' : read(file);
};

/** Why a command cannot be typed; null when it can. */
function problemOf(command: string): string | null {
  const [program = '', ...words] = command.replace(/^(?:\w+=\S+ )+/, '').split(' ');
  if (program === 'tar') return null; // typed by the test of its guide
  if (program === 'npx') return problemOfBin(words);
  if (program !== 'npm') return `${program} is no program that a test knows`;
  const [first = '', ...rest] = words;
  if (first === 'pack') return rest.every(isOurs) ? null : `${rest.join(' ')} is no package of ours`;
  if (first === 'install' || first === 'i')
    return rest.every((name) => isOurs(name) || !name.startsWith('@openbell/')) ? null : 'no such package';
  const script = first === 'run' ? (rest[0] ?? '') : first;
  if (manifest.scripts[script] === undefined) return `there is no script ${script}`;
  const given = rest
    .slice(rest.indexOf('--') + 1)
    .filter((word) => rest.includes('--') && word.startsWith('--'));
  const unknown = given.filter((flag) => !sourceOf(script).includes(flag.slice(2)));
  return unknown.length === 0 ? null : `${script} knows no ${unknown.join(', ')}`;
}

function isOurs(name: string): boolean {
  const folder = /^@openbell\/([\w-]+)$/.exec(name)?.[1];
  return folder !== undefined && existsSync(join(root, 'packages', folder, 'package.json'));
}

function problemOfBin([name = '', ...given]: readonly string[]): string | null {
  if (name === 'openbell-verify') {
    // Alone it is only named.
    return given.length === 0 || readArguments(given, {}).kind === 'run'
      ? null
      : 'its arguments are not taken';
  }
  // A flag that a document leaves to the reader's own run needs no file; a folder has to be there.
  const missing = given.filter((word) => word.includes('/') && !existsSync(join(root, word)));
  if (missing.length > 0) return `there is no ${missing.join(', ')}`;
  return existsSync(join(root, 'node_modules/.bin', name)) ? null : `there is no program ${name}`;
}

test.each([...new Map(commands.map((shown) => [shown.command, shown])).values()])(
  '`$command` of $path can be typed [embed.commands]',
  ({ command }) => {
    expect(problemOf(command)).toBeNull();
  },
);

it.each(['core', 'testing', 'react-hooks', 'ui'])(
  'the README of @openbell/%s installs it with all its peers',
  (name) => {
    const { peerDependencies } = JSON.parse(read(`packages/${name}/package.json`)) as {
      readonly peerDependencies: Readonly<Record<string, string>>;
    };
    const typed = [...read(`packages/${name}/README.md`).matchAll(/^npm install (.*)$/gm)]
      .flatMap(([, words = '']) => words.split(' '))
      .filter((word) => !word.startsWith('--'));
    expect(typed.sort()).toEqual([`@openbell/${name}`, ...Object.keys(peerDependencies)].sort());
  },
);

it('reports outdated commands', () => {
  expect(problemOf('npm run docs-of-yesterday')).toBe('there is no script docs-of-yesterday');
  expect(problemOf('npm start -- --rest')).toBe('start knows no --rest');
  expect(problemOf('npx openbell-verify http://a.example --wirte')).toBe('its arguments are not taken');
  expect(problemOf('npm pack @openbell/cores')).toBe('@openbell/cores is no package of ours');
  expect(problemOf('npx vite examples/embeds')).toBe('there is no examples/embeds');
  expect(problemOf('make')).toBe('make is no program that a test knows');
});

/** Which test looks at a block, by its document and what stands behind its fence. */
const looked: readonly (readonly [document: RegExp, about: RegExp, test: string])[] = [
  [/./, /^sh$/, 'tests/house/guide-commands.test.ts'],
  [/^README|^packages\/|^docs\/guides\//, /^tsx?\b/, 'tests/house/guide-code.test.ts'],
  [/^docs\/features\//, /^(?:js|tsx?|vue)$/, 'tests/house/guide-code.test.ts'],
  [/^docs\/features\//, /^html$/, 'tests/consumers/feature-pages.long.test.ts'],
  [/^docs\/guides\/embed-/, /^(?:jsx?|html) \S/, 'tests/house/guides.test.ts'],
  [/^docs\/guides\/your-own-backend/, /^(?:js \S|json |text)/, 'tests/house/guides.test.ts'],
  [/^docs\/guides\/script-tag/, /^(?:html|html map|http|js)$/, 'tests/consumers/script-tag.test.ts'],
  [/^docs\/guides\/security/, /^http$/, 'tests/house/guides.test.ts'],
  [/^docs\/guides\/theming/, /^css$/, 'tests/house/guide-code.test.ts'],
];

it('every code block of a document has a test [embed.blocks]', () => {
  const kept = ['docs/features', 'docs/decisions'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  );
  const blocks = [...documents, ...kept].flatMap((path) =>
    [...read(path).matchAll(/^```([^\n]*)\n[\s\S]*?^```$/gm)].map(([, about = '']) => ({ path, about })),
  );
  const unseen = blocks.filter(
    // What a terminal prints, and pictures made of letters.
    ({ path, about }) =>
      about !== 'text' && !looked.some(([document, kind]) => document.test(path) && kind.test(about)),
  );
  expect(unseen).toEqual([]);
  expect(blocks.length).toBeGreaterThan(20);
  expect(looked.filter(([, , test]) => !existsSync(join(root, test)))).toEqual([]);
});
