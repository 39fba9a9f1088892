// The TypeScript in documents compiles against the packages, and all links of documents work.
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

const packageReadmes = ['core', 'testing', 'react-hooks', 'ui'].map((name) => `packages/${name}/README.md`);
const documents = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...documentsBelow('docs').filter((path) => !/^docs\/(?:api|reference)\//.test(path)),
  ...packageReadmes,
];

const shown = [
  'README.md',
  ...packageReadmes,
  ...documentsBelow('docs/guides'),
  ...documentsBelow('docs/features'),
];
/** Blocks that name a file are that file, which other tests run; the others stand for themselves. */
const blocks = shown.flatMap((path) => {
  // A script of a guide is run by the test of its guide.
  const kinds = path.startsWith('docs/features') ? 'tsx?|js|vue' : 'tsx?';
  const found = readFileSync(join(root, path), 'utf8').matchAll(
    new RegExp(`^\`\`\`(${kinds})\\n([\\s\\S]*?)^\`\`\`$`, 'gm'),
  );
  return [...found].map(([, kind = '', code = ''], index) =>
    kind === 'vue' ? { path, kind: 'ts', code: scriptOf(code), index } : { path, kind, code, index },
  );
});

/** The script of a Vue component, and what its template asks of it. */
function scriptOf(component: string): string {
  const script = /<script setup lang="ts">\n([\s\S]*?)<\/script>/.exec(component)?.[1] ?? '';
  const handlers = [...component.matchAll(/@click="(\w+)"/g)].map(([, name = '']) => name);
  const texts = [...component.matchAll(/\{\{ (.*?) \}\}/g)].map(([, text = '']) =>
    text.replace(/^state\b/, 'state.value'),
  );
  return `${script}void [${[...handlers, ...texts].join(', ')}];\n`;
}

/** What Vue gives to a component that reads a store; Vue itself is installed by those who use it alone. */
const vue = `declare module 'vue' {
  export function shallowRef<T>(value: T): { value: T };
  export function onScopeDispose(work: () => void): void;
}
`;
const instance = `import { createOpenbell, type Openbell } from '@openbell/core';
export const openbell: Openbell = createOpenbell({ apiUrl: '/api' });
`;

// Below node_modules, so that the packages are found as from any project of the workspace.
mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
const folder = mkdtempSync(join(root, 'node_modules/.cache/guides-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the code of guides and feature pages compiles [embed.feature-code]', async () => {
  expect(blocks.length).toBeGreaterThan(8);
  for (const { path, kind, code, index } of blocks) {
    const name = path.replace(/\W+/g, '-');
    writeFileSync(join(folder, `${name}-${index}.${kind}`), `${code}\nexport {};\n`);
  }
  writeFileSync(join(folder, 'css.d.ts'), "declare module '*.css';\n");
  writeFileSync(join(folder, 'vue.d.ts'), vue);
  writeFileSync(join(folder, 'openbell.ts'), instance);
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: relative(folder, join(root, 'tsconfig.base.json')),
      include: ['*'],
      compilerOptions: { noUnusedLocals: false, allowJs: true, checkJs: true },
    }),
  );
  const printed = await new Promise<string>((resolve) => {
    const compiler = join(root, 'node_modules/typescript7/bin/tsc');
    execFile(process.execPath, [compiler, '-p', folder], (_, stdout, stderr) => resolve(stdout + stderr));
  });
  expect(printed).toBe('');
}, 60_000);

it('the theming guide sets only custom properties that the stylesheet reads', () => {
  const [, css = ''] =
    /^```css\n([\s\S]*?)^```$/m.exec(readFileSync(join(root, 'docs/guides/theming.md'), 'utf8')) ?? [];
  const set = [...css.matchAll(/^\s*(--[\w-]+):/gm)].map(([, name = '']) => name);
  const styles = readdirSync(join(root, 'packages/ui/src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .map((name) => readFileSync(join(root, 'packages/ui/src', name), 'utf8'))
    .join('\n');
  expect(set.length).toBeGreaterThan(0);
  expect(set.filter((name) => !styles.includes(`var(${name}`))).toEqual([]);
});

/** The ids that a document's headings get, as GitHub and the docs site make them. */
function anchorsOf(path: string): ReadonlySet<string> {
  const text = readFileSync(join(root, path), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');
  const seen = new Map<string, number>();
  return new Set(
    [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => {
      const id = heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(' ', '-');
      const times = seen.get(id) ?? 0;
      seen.set(id, times + 1);
      return times === 0 ? id : `${id}-${times}`;
    }),
  );
}

test.each(documents)('%s has no broken links [embed.links]', (path) => {
  const text = readFileSync(join(root, path), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  const leads = (link: string): boolean => {
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? path : join(dirname(path), file);
    if (!existsSync(join(root, target))) return false;
    return anchor === undefined || (target.endsWith('.md') && anchorsOf(target).has(anchor));
  };
  // Nothing is linked that is not in the house: what is elsewhere could go without a test.
  expect(links.filter((link) => !leads(link))).toEqual([]);
});
