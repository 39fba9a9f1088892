// Installed packages have checksums and allowed licenses, and shipped ones have no install scripts (ASVS 15.1.2 and
// 15.2.1). `npm run sbom` writes the list.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './read-imports.ts';

interface Locked {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly hasInstallScript?: boolean;
}

const packagesOf = (lockfile: string) => {
  const { packages }: { packages: Readonly<Record<string, Locked>> } = JSON.parse(
    readFileSync(join(root, lockfile), 'utf8'),
  );
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
    .map(([path, locked]) => ({ name: path.replace(/^.*node_modules\//, ''), ...locked }));
};
/** The subfolders that contain this file, as paths. */
const filesBelow = (folder: string, file: string) =>
  readdirSync(join(root, folder))
    .map((name) => `${folder}/${name}/${file}`)
    .filter((path) => existsSync(join(root, path)))
    .sort();

/** The dependencies of the running product. */
const shipped = packagesOf('package-lock.json').filter(
  ({ dev, devOptional }) => dev !== true && devOptional !== true,
);

const free = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
]);
/** Licenses with conditions, and why each is met. */
const reviewed: readonly { readonly name: RegExp; readonly license: string | undefined }[] = [
  // Fonts, which are not sold separately.
  { name: /^@fontsource-variable\//, license: 'OFL-1.1' },
  { name: /^@expo-google-fonts\/noto-sans$/, license: 'MIT AND OFL-1.1' },
  // MIT by its LICENSE file; the manifest names no license.
  { name: /^png-js$/, license: undefined },
  // Public domain.
  { name: /^tweetnacl$/, license: 'Unlicense' },
  // Used under Apache-2.0.
  { name: /^dompurify$/, license: '(MPL-2.0 OR Apache-2.0)' },
  // Unmodified and server-side only, which MPL allows.
  { name: /^web-push$/, license: 'MPL-2.0' },
  { name: /^mediabunny$/, license: 'MPL-2.0' },
  // A dynamically loaded library, server-side only, which operators can replace.
  { name: /^@img\/sharp-libvips-/, license: 'LGPL-3.0-or-later' },
  { name: /^@img\/sharp-win32-/, license: 'Apache-2.0 AND LGPL-3.0-or-later' },
  { name: /^@img\/sharp-wasm32$/, license: 'Apache-2.0 AND LGPL-3.0-or-later AND MIT' },
];

test('every shipped package has an allowed license', () => {
  expect(shipped.length).toBeGreaterThan(100);
  const others = shipped
    .filter(({ license }) => !free.has(license ?? ''))
    .filter(
      ({ name, license }) => !reviewed.some((entry) => entry.license === license && entry.name.test(name)),
    );
  expect(others.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
});

test('no shipped package has an install script', () => {
  expect(shipped.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)).toEqual([]);
});

const lockfiles = [
  'package-lock.json',
  ...['scripts', 'tests', 'tests/consumers/apps'].flatMap((folder) =>
    filesBelow(folder, 'package-lock.json'),
  ),
];

describe.each(lockfiles)('%s', (lockfile) => {
  const locked = packagesOf(lockfile);

  test('has a checksum for every package, and only packages from the registry', () => {
    const odd = locked.filter(
      ({ integrity, resolved }) =>
        !/^sha512-[\w+/]{86}==$/.test(integrity ?? '') ||
        (resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/')),
    );
    expect(odd.map(({ name, resolved }) => `${name} ${resolved ?? ''}`)).toEqual([]);
  });
});

test('the manifests of the repository have exact versions', () => {
  const ranges = [
    'package.json',
    ...filesBelow('packages', 'package.json'),
    ...filesBelow('examples', 'package.json'),
  ].flatMap((file) => {
    const manifest: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(
      readFileSync(join(root, file), 'utf8'),
    );
    return ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
      Object.entries(manifest[kind] ?? {})
        .filter(([, version]) => !/^(?:npm:[\w@/-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
        .map(([name, version]) => `${file}: ${name} ${version}`),
    );
  });
  expect(ranges).toEqual([]);
});
