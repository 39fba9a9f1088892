// The contents of the packages as `npm publish` would upload them: exactly these files, every entry point, and a
// manifest with exactly the needed dependencies.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PackageName, type Packed, packPackages, temporaryFolder, unpack } from './install-packed.ts';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly type?: string;
  readonly sideEffects?: boolean | readonly string[];
  readonly bin?: Readonly<Record<string, string>>;
  readonly scripts?: object;
  readonly engines?: { readonly node: string };
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

const root = join(import.meta.dirname, '../..');
const names: readonly PackageName[] = ['core', 'testing', 'react-hooks', 'ui'];
const folder = temporaryFolder();
let packed: Packed;

beforeAll(() => {
  packed = packPackages(folder.path);
  for (const name of names) unpack(packed[name], join(folder.path, name));
}, 180_000);
afterAll(() => folder.remove());

const unpacked = (name: PackageName, ...path: string[]): string => join(folder.path, name, ...path);
const filesOf = (name: PackageName): readonly string[] =>
  readdirSync(unpacked(name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(unpacked(name).length + 1));
const read = (path: string): Manifest => JSON.parse(readFileSync(path, 'utf8'));
const manifestOf = (name: PackageName): Manifest => read(unpacked(name, 'package.json'));

/** The packages that built code imports. */
function importsOf(name: PackageName): ReadonlySet<string> {
  const found = new Set<string>();
  for (const file of filesOf(name)) {
    if (!file.endsWith('.js') || /\.global\.js$|^dist\/browser\//.test(file)) continue;
    const code = readFileSync(unpacked(name, file), 'utf8');
    for (const [, from = ''] of code.matchAll(/\b(?:from|import)\s*\(?\s*["']([@a-z][\w./@-]*)["']/g)) {
      const [scope = '', second = ''] = from.split('/');
      found.add(scope.startsWith('@') ? `${scope}/${second}` : scope);
    }
  }
  return found;
}

/** Whether a range allows a major version: '>=22', '^22.0.0 || ^24.0.0'. */
const lets = (range: string, major: number): boolean =>
  range.split('||').some((part) => {
    const [, sign, least] = /^\s*(>=|\^)\s*(\d+)/.exec(part) ?? [];
    return sign === '>=' ? major >= Number(least) : sign === '^' && major === Number(least);
  });

describe.each(names)('@openbell/%s', (name) => {
  test('holds what was built, its README and its licence, and nothing else', () => {
    const allowed = /^(package\.json|README\.md|LICENSE|dist\/[\w./-]+\.(js|d\.ts|css|js\.map|css\.map))$/;
    expect(filesOf(name).filter((file) => !allowed.test(file))).toEqual([]);
    expect(filesOf(name)).toContain('LICENSE');
  });

  test('holds no file that none of its entry points leads to', () => {
    const { bin = {}, exports: entries } = manifestOf(name);
    const files = new Set(filesOf(name));
    const starts = [
      ...Object.values(bin),
      ...Object.values(entries).flatMap((target) =>
        typeof target === 'string' ? [target] : Object.values(target),
      ),
    ].map((path) => path.replace('./', ''));
    // Without a bundler: the one file of a script tag, and each entry point for an import map.
    const unbundled = starts.map((path) => path.replace('dist/', 'dist/browser/'));
    const found = new Set<string>();
    const todo = [...starts, ...unbundled, 'dist/openbell.global.js'];
    for (let file = todo.pop(); file !== undefined; file = todo.pop()) {
      if (!files.has(file) || found.has(file)) continue;
      found.add(file);
      const code = readFileSync(unpacked(name, file), 'utf8');
      for (const [, to = ''] of code.matchAll(/(?:from|import)\s*\(?\s*["'](\.{1,2}\/[^"']+)["']/g)) {
        const path = join(dirname(file), to);
        todo.push(path, ...(file.endsWith('.d.ts') ? [path.replace(/\.js$/, '.d.ts')] : []));
      }
      todo.push(`${file}.map`);
    }
    const alone = /^(?:package\.json|README\.md|LICENSE)$/;
    expect([...files].filter((file) => !found.has(file) && !alone.test(file))).toEqual([]);
  });

  test('has no eval, new Function or document.write, which a strict policy forbids', () => {
    const made = filesOf(name)
      .filter((file) => file.endsWith('.js'))
      .filter((file) =>
        /\beval\(|\bnew Function\(|document\.write\(/.test(readFileSync(unpacked(name, file), 'utf8')),
      );
    expect(made).toEqual([]);
  });

  test('has every entry point that it names, as code and as types', () => {
    const files = new Set(filesOf(name).map((file) => `./${file}`));
    for (const [entry, target] of Object.entries(manifestOf(name).exports)) {
      const conditions = typeof target === 'string' ? { default: target } : target;
      const published = Object.entries(conditions).filter(([condition]) => condition !== '@openbell/source');
      expect(
        published.filter(([, path]) => !files.has(path)),
        entry,
      ).toEqual([]);
      if (!/\.(css|json)$/.test(entry)) {
        expect(published.map(([condition]) => condition)).toEqual(['types', 'import']);
      }
    }
  });

  test('has no install scripts, and is marked free of side effects for tree shaking', () => {
    const { scripts, type, sideEffects } = manifestOf(name);
    expect({ scripts, type }).toEqual({ scripts: undefined, type: 'module' });
    expect(sideEffects).toEqual(name === 'ui' ? ['**/*.css'] : false);
  });

  test('declares its imports, and the peers of its dependencies as its own peers', () => {
    const { dependencies = {}, peerDependencies = {} } = manifestOf(name);
    const declared = [...Object.keys(dependencies), ...Object.keys(peerDependencies)];
    const imported = importsOf(name);
    expect([...imported].filter((from) => !declared.includes(from))).toEqual([]);
    expect(Object.keys(dependencies).filter((dependency) => !imported.has(dependency))).toEqual([]);
    for (const [dependency, version] of Object.entries(dependencies)) {
      expect(version, dependency).toMatch(/^\d+\.\d+\.\d+$/);
      const theirs = read(join(root, 'node_modules', dependency, 'package.json'));
      const requiredPeers = Object.keys(theirs.peerDependencies ?? {}).filter(
        (peer) => theirs.peerDependenciesMeta?.[peer]?.optional !== true,
      );
      expect(
        requiredPeers.filter((peer) => !(peer in peerDependencies)),
        dependency,
      ).toEqual([]);
    }
  });

  test('has no unused peer dependencies', () => {
    const { dependencies = {}, peerDependencies = {} } = manifestOf(name);
    const imported = importsOf(name);
    const peersOfDependencies = new Set(
      Object.keys({ ...dependencies, ...peerDependencies }).flatMap((needed) =>
        Object.keys(read(join(root, 'node_modules', needed, 'package.json')).peerDependencies ?? {}),
      ),
    );
    expect(
      Object.keys(peerDependencies).filter((peer) => !imported.has(peer) && !peersOfDependencies.has(peer)),
    ).toEqual([]);
  });

  test('supports the Node versions that all its dependencies support', () => {
    const { engines, dependencies = {}, peerDependencies = {} } = manifestOf(name);
    const range = engines?.node ?? '';
    const majors = Array.from({ length: 20 }, (_, index) => 12 + index).filter((major) => lets(range, major));
    expect(majors).toContain(24);
    for (const needed of Object.keys({ ...dependencies, ...peerDependencies })) {
      const theirs = read(join(root, 'node_modules', needed, 'package.json')).engines?.node;
      if (theirs === undefined) continue;
      expect(
        majors.filter((major) => !lets(theirs, major)),
        `${needed} ${theirs}`,
      ).toEqual([]);
    }
  });
});

test('@openbell/testing has the program openbell-verify, and @openbell/core has none', () => {
  const { bin = {} } = manifestOf('testing');
  expect(Object.keys(bin)).toEqual(['openbell-verify']);
  expect(readFileSync(unpacked('testing', bin['openbell-verify'] ?? ''), 'utf8')).toMatch(
    /^#!\/usr\/bin\/env node\n/,
  );
  expect(manifestOf('core').bin).toBeUndefined();
});

test('@openbell/core brings one file for a script tag, and its entry points without a bundler', () => {
  const { exports: entries } = manifestOf('core');
  const files = filesOf('core');
  expect(files).toContain('dist/openbell.global.js');
  const built = Object.values(entries).flatMap((target) =>
    typeof target === 'string' ? [] : [target.import ?? ''],
  );
  const missing = built.filter((path) => !files.includes(path.replace('./dist/', 'dist/browser/')));
  expect(missing).toEqual([]);
  // Browsers resolve no package names, so these files import only relative paths.
  for (const file of files.filter((path) => path.startsWith('dist/browser/'))) {
    const code = readFileSync(unpacked('core', file), 'utf8');
    const bare = [...code.matchAll(/(?:^|[;}])(?:import|export)[^;"']*?["']([^"']+)["']/g)].map(
      ([, from]) => from,
    );
    expect(
      bare.filter((from) => !from?.startsWith('.')),
      file,
    ).toEqual([]);
    expect(code, file).not.toContain('process.env');
  }
});
