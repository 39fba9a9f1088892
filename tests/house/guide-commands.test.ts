// Every command in a document is valid: its script, program, flags and packages exist. Every code block of a document has
// a test.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { parseArguments } from '../../examples/server/src/operate-cli/command-line.ts';
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

/** The commands of `sh` blocks, without comments, and of inline code. */
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

/** Returns the source of an npm script, which contains its flags. */
const sourceOf = (script: string): string => {
  const file = /\S+\.(?:mjs|ts)/.exec(manifest.scripts[script] ?? '')?.[0];
  return file === undefined ? '' : read(file);
};

/** Returns why a command is invalid, or null when it is valid. */
function problemOf(command: string): string | null {
  const [program = '', ...words] = command.replace(/^(?:\w+=\S+ )+/, '').split(' ');
  if (program === 'tar') return null; // run by the test of its guide
  if (program === 'npx') return problemOfBin(words);
  if (program !== 'npm') return `${program} is not a known program`;
  const [first = '', ...rest] = words;
  if (first === 'pack')
    return rest.every(isOwnPackage) ? null : `${rest.join(' ')} is not a package of this repository`;
  if (first === 'install' || first === 'i')
    return rest.every((name) => isOwnPackage(name) || !name.startsWith('@openbell/'))
      ? null
      : 'no such package';
  if (first === 'run' && rest[0] === 'operate') return problemOfOperate(command);
  const script = first === 'run' ? (rest[0] ?? '') : first;
  if (manifest.scripts[script] === undefined) return `there is no script ${script}`;
  const flags = rest
    .slice(rest.indexOf('--') + 1)
    .filter((word) => rest.includes('--') && word.startsWith('--'));
  const unknown = flags.filter((flag) => !sourceOf(script).includes(flag.slice(2)));
  return unknown.length === 0 ? null : `${script} does not have ${unknown.join(', ')}`;
}

/** A command of the operator, or only its name. */
function problemOfOperate(command: string): string | null {
  const [, typed] = /^npm run operate -- (.+)$/.exec(command) ?? [];
  if (typed === undefined)
    return command === 'npm run operate' || command.endsWith(' --') ? null : 'it needs --';
  const words = [...typed.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
  if (words[0] === '<command>') return null;
  const parsed = parseArguments(words);
  if (parsed.kind === 'problem') return parsed.message;
  if (parsed.kind === 'help') return null;
  const files = parsed.command.inputs.filter(({ kind }) => kind === 'file' || kind === 'folder');
  const lost = files
    .map(({ name }) => parsed.inputs[name])
    .filter((path) => path !== undefined && !existsSync(join(root, String(path))));
  if (lost.length > 0) return `there is no ${lost.join(', ')}`;
  return parsed.missing.length === 0 ? null : `${parsed.missing[0]?.name} is missing`;
}

function isOwnPackage(name: string): boolean {
  const folder = /^@openbell\/([\w-]+)$/.exec(name)?.[1];
  return folder !== undefined && existsSync(join(root, 'packages', folder, 'package.json'));
}

function problemOfBin([name = '', ...args]: readonly string[]): string | null {
  if (name === 'openbell-verify') {
    // Without arguments, the text only mentions the program.
    return args.length === 0 || readArguments(args, {}).kind === 'run' ? null : 'its arguments are invalid';
  }
  // An argument with a slash is a path that must exist.
  const missing = args.filter((word) => word.includes('/') && !existsSync(join(root, word)));
  if (missing.length > 0) return `there is no ${missing.join(', ')}`;
  return existsSync(join(root, 'node_modules/.bin', name)) ? null : `there is no program ${name}`;
}

test.each([...new Map(commands.map((shown) => [shown.command, shown])).values()])(
  '`$command` of $path is valid [embed.commands]',
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
  expect(problemOf('npm run removed-script')).toBe('there is no script removed-script');
  expect(problemOf('npm start -- --rest')).toBe('start does not have --rest');
  expect(problemOf('npx openbell-verify http://a.example --wirte')).toBe('its arguments are invalid');
  expect(problemOf('npm pack @openbell/cores')).toBe('@openbell/cores is not a package of this repository');
  expect(problemOf('npx vite examples/embeds')).toBe('there is no examples/embeds');
  expect(problemOf('npm run operate -- alert publihs x')).toContain("Unknown command 'publihs'.");
  expect(problemOf('npm run operate -- course add examples/no')).toBe('there is no examples/no');
  expect(problemOf('make')).toBe('make is not a known program');
});

/** The test of a code block, by its document and its info string. */
const blockTests: readonly (readonly [document: RegExp, about: RegExp, test: string])[] = [
  [/./, /^sh$/, 'tests/house/guide-commands.test.ts'],
  [/^README|^packages\/|^docs\/guides\//, /^tsx?\b/, 'tests/house/guide-code.test.ts'],
  [/^docs\/features\//, /^(?:js|tsx?|vue)$/, 'tests/house/guide-code.test.ts'],
  [/^docs\/features\//, /^html$/, 'tests/consumers/feature-pages.long.test.ts'],
  [/^docs\/guides\/embed-/, /^(?:jsx?|html) \S/, 'tests/house/guides.test.ts'],
  [/^docs\/guides\/your-own-backend/, /^(?:js \S|json |text)/, 'tests/house/guides.test.ts'],
  [/^docs\/guides\/script-tag/, /^(?:html|html map|http|js|sh hash)$/, 'tests/consumers/script-tag.test.ts'],
  [/^docs\/guides\/production/, /^text (?:backup|restore)$/, 'tests/server/production/backup.long.test.ts'],
  [/^docs\/guides\/security/, /^http$/, 'tests/house/guides.test.ts'],
  [/^docs\/guides\/theming/, /^css$/, 'tests/house/guide-code.test.ts'],
];

it('every code block of a document has a test [embed.blocks]', () => {
  const pages = ['docs/features', 'docs/decisions'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  );
  const blocks = [...documents, ...pages].flatMap((path) =>
    [...read(path).matchAll(/^```([^\n]*)\n[\s\S]*?^```$/gm)].map(([, about = '']) => ({ path, about })),
  );
  const untested = blocks.filter(
    // Terminal output and text diagrams.
    ({ path, about }) =>
      about !== 'text' && !blockTests.some(([document, kind]) => document.test(path) && kind.test(about)),
  );
  expect(untested).toEqual([]);
  expect(blocks.length).toBeGreaterThan(20);
  expect(blockTests.filter(([, , test]) => !existsSync(join(root, test)))).toEqual([]);
});
