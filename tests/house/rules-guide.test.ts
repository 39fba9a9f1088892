// Runs every line of the guide on rules and compares the result with the guide.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { root } from './read-imports.ts';

const guide = readFileSync(join(root, 'docs/guides/rules.md'), 'utf8');
const blocks = [...guide.matchAll(/^## (.+)\n(?:(?!^##)[\s\S])*?^```ts\n([\s\S]*?)^```$/gm)].map(
  ([, title = '', code = '']) => ({ title, code }),
);
const documentedResult = /^(\S.*); \/\/ (.+)$/gm;

mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
const folder = mkdtempSync(join(root, 'node_modules/.cache/rules-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Line {
  readonly call: string;
  readonly actual: unknown;
  readonly expected: unknown;
}

/** Runs a block as a module; returns each call with its result and the documented one. */
async function run({ title, code }: (typeof blocks)[number]): Promise<readonly Line[]> {
  const path = join(folder, `${title.replaceAll(/\W+/g, '-')}.ts`);
  const module = code
    .replaceAll(/'@openbell\/core\/([\w-]+)'/g, (_, name: string) =>
      JSON.stringify(pathToFileURL(join(root, 'packages/core/src', name, 'index.ts')).href),
    )
    .replaceAll(
      documentedResult,
      (_, call: string, value: string) =>
        `lines.push({ call: ${JSON.stringify(call)}, actual: ${call}, expected: ${value} });`,
    );
  writeFileSync(path, `export const lines: unknown[] = [];\n${module}`);
  const created = (await import(pathToFileURL(path).href)) as { readonly lines: readonly Line[] };
  return created.lines;
}

test.each(blocks)('$title: each call returns the result in the guide', async (block) => {
  const lines = await run(block);
  expect(lines).toHaveLength([...block.code.matchAll(/; \/\/ /g)].length);
  expect(lines.length).toBeGreaterThan(0);
  for (const { call, actual, expected } of lines) expect(actual, call).toEqual(expected);
});

test('every block of the guide is run', () => {
  expect(blocks).toHaveLength([...guide.matchAll(/^```ts$/gm)].length);
});
