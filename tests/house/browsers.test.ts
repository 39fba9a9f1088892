// The tables of supported browsers equal `browserslist` of package.json, and old browsers can run the check.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './read-imports.ts';

const names: Readonly<Record<string, string>> = {
  chrome: 'Chrome',
  edge: 'Edge',
  firefox: 'Firefox',
  safari: 'Safari',
  ios_saf: 'Safari on iOS',
};

test.each(['README.md', 'docs/guides/browsers.md'])('%s lists the browsers of package.json', (file) => {
  const { browserslist } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const supported = browserslist.map((query: string) => query.split(' >= '));
  const [, table = ''] = readFileSync(join(root, file), 'utf8').split(/<!-- \/?browsers -->/);
  const rows = [...table.matchAll(/^\| ([^|]+?) +\| +([\d.]+) \|/gm)].map(([, name, version]) => [
    name,
    version,
  ]);
  expect(rows).toEqual(supported.map(([name, version]: [string, string]) => [names[name], version]));
});

test('the check of old browsers has no newer syntax than ES5', () => {
  const script = readFileSync(join(root, 'examples/web/public/supported.js'), 'utf8');
  const code = script.replace(/^\s*\/\/.*$/gm, '');
  expect(code.match(/=>|`|\?[.?]|\.\.\.|\b(?:let|const|class|async|await|of)\b/g)).toBeNull();
});
