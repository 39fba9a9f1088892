// `@openbell/testing` is for tests and the command line: no published module and no page of the site imports it, and core
// has no fakes and no programs.
import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Import, importsOf, packageOf, root, sourceFiles } from './read-imports.ts';

const published = [
  'packages/core/src',
  'packages/react-hooks/src',
  'packages/ui/src',
  'examples/web/src',
  'examples/server/src',
  'examples/sandbox/src',
];

/** A page for developers, built separately from the site. */
const isGallery = (file: string): boolean => file.startsWith('examples/web/src/gallery/');
/** The checker runs in Node; everything else of the package runs in browsers too. */
const isChecker = (path: string): boolean => path.startsWith('packages/testing/src/verify/');

const importsBelow = (folder: string): Import[] => sourceFiles(folder).flatMap(importsOf);
const listed = (imports: readonly Import[]): string[] =>
  imports.map(({ file, target }) => `${file} imports ${target}`);

interface Manifest {
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}
const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));

test.each(published)('%s does not import @openbell/testing', (folder) => {
  const strays = importsBelow(folder)
    .filter(({ file }) => !isGallery(file))
    .filter(
      ({ target }) => packageOf(target) === '@openbell/testing' || target.startsWith('packages/testing/'),
    );
  expect(listed(strays)).toEqual([]);
});

test.each(['core', 'react-hooks', 'ui', 'testing'])(
  '@openbell/%s leaves @openbell/testing out of its dependencies',
  (name) => {
    const { dependencies, peerDependencies } = manifestOf(`packages/${name}`);
    expect(Object.keys({ ...dependencies, ...peerDependencies })).not.toContain('@openbell/testing');
  },
);

describe('packages/core', () => {
  test('imports no module of Node', () => {
    expect(listed(importsBelow('packages/core/src').filter(({ target }) => isBuiltin(target)))).toEqual([]);
  });

  test('has no program and no entry point for tests', () => {
    const { bin, exports: entries } = manifestOf('packages/core');
    expect(bin).toBeUndefined();
    expect(Object.keys(entries).filter((entry) => /test|fake|verify/.test(entry))).toEqual([]);
    expect(['testing', 'verify'].filter((name) => existsSync(join(root, 'packages/core/src', name)))).toEqual(
      [],
    );
  });
});

describe('packages/testing', () => {
  const imports = importsBelow('packages/testing/src');

  test('imports modules of Node in the checker only', () => {
    const ofNode = imports.filter(({ target }) => isBuiltin(target));
    expect(listed(ofNode.filter(({ file }) => !isChecker(file)))).toEqual([]);
    expect(ofNode).not.toEqual([]);
  });

  test('keeps the checker out of the entry point', () => {
    const strays = imports.filter(({ file, target }) => !isChecker(file) && isChecker(target));
    expect(listed(strays)).toEqual([]);
  });

  test('imports core by its public entry points only', () => {
    const entries = Object.keys(manifestOf('packages/core').exports).map((entry) =>
      entry.replace(/^\./, '@openbell/core'),
    );
    const strays = imports.filter(({ target, relative }) =>
      relative
        ? !target.startsWith('packages/testing/src/')
        : packageOf(target) === '@openbell/core' && !entries.includes(target),
    );
    expect(listed(strays)).toEqual([]);
  });
});
