// The TypeScript that a document shows compiles against the packages; and every link of every document leads somewhere.
import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterAll, expect, it, test } from 'vitest';
import { root } from './read-imports.ts';

function documentsBelow(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

const documents = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...documentsBelow('docs').filter((path) => !path.startsWith('docs/api/')),
  ...['core', 'react-hooks', 'ui'].map((name) => `packages/${name}/README.md`),
];

/** Blocks that name a file are that file, which other tests run; the others stand for themselves. */
const blocks = [...documentsBelow('docs/guides'), ...documentsBelow('docs/features')].flatMap((path) =>
  [...readFileSync(join(root, path), 'utf8').matchAll(/^```(tsx?)\n([\s\S]*?)^```$/gm)].map(
    ([, kind = '', code = ''], index) => ({ path, kind, code, index }),
  ),
);

// Below node_modules, so that the packages are found as from any project of the workspace.
mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
const folder = mkdtempSync(join(root, 'node_modules/.cache/guides-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('what the guides show compiles', async () => {
  expect(blocks.length).toBeGreaterThan(8);
  for (const { path, kind, code, index } of blocks) {
    const name = path.replace(/\W+/g, '-');
    writeFileSync(join(folder, `${name}-${index}.${kind}`), `${code}\nexport {};\n`);
  }
  writeFileSync(join(folder, 'css.d.ts'), "declare module '*.css';\n");
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: relative(folder, join(root, 'tsconfig.base.json')),
      include: ['*'],
      compilerOptions: { noUnusedLocals: false },
    }),
  );
  const printed = await new Promise<string>((resolve) => {
    const compiler = join(root, 'node_modules/typescript7/bin/tsc');
    execFile(process.execPath, [compiler, '-p', folder], (_, stdout, stderr) => resolve(stdout + stderr));
  });
  expect(printed).toBe('');
}, 60_000);

test.each(documents)('%s links to what is there', (path) => {
  const text = readFileSync(join(root, path), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');
  const links = [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link);
  const local = links.filter((link) => !/^[a-z]+:/.test(link));
  expect(local.filter((link) => !existsSync(join(root, dirname(path), link)))).toEqual([]);
});
