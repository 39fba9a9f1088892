// A feature made by `npm run new` is whole: it type-checks in the house, and its own tests pass.
import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from './read-imports.ts';

let copy = '';

function run(
  script: string,
  args: readonly string[],
): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(root, script), ...args],
      { cwd: copy, env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1' } },
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), output: `${stdout}${stderr}` });
      },
    );
  });
}

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'openbell-new-'));
  mkdirSync(join(copy, 'packages'));
  for (const name of ['core', 'testing'])
    cpSync(join(root, 'packages', name), join(copy, 'packages', name), {
      recursive: true,
      filter: (path) => !/node_modules|dist/.test(path.slice(root.length)),
    });
  for (const name of ['tsconfig.base.json', 'package.json']) cpSync(join(root, name), join(copy, name));
  writeFileSync(
    join(copy, 'vitest.config.ts'),
    "export default { ssr: { resolve: { conditions: ['@openbell/source', 'module', 'node'] } } };",
  );
  // The copy's own packages, and everything else of the house.
  mkdirSync(join(copy, 'node_modules/@openbell'), { recursive: true });
  for (const name of ['core', 'testing'])
    symlinkSync(join(copy, 'packages', name), join(copy, 'node_modules/@openbell', name));
  for (const name of ['nanostores', 'valibot', 'vitest', 'vite', 'ky', 'mitt', 'dayjs', '@stripe']) {
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name));
  }
  writeFileSync(
    join(copy, 'tsconfig.json'),
    JSON.stringify({ extends: './tsconfig.base.json', include: ['packages/core/src/watch-list', 'tests'] }),
  );
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

it('makes a feature that type-checks and passes its own tests; a second time it writes nothing', async () => {
  const made = await run('scripts/new.mjs', ['feature', 'watch-list', '--into', copy]);
  expect(made).toMatchObject({ code: 0 });
  // Each outside library has its one place (import-rules.test.ts), and a new feature needs the stores alone.
  const source = join(copy, 'packages/core/src/watch-list');
  const outside = readdirSync(source).flatMap((file) =>
    [...readFileSync(join(source, file), 'utf8').matchAll(/from '([^.'][^']*)'/g)].map(([, name]) => name),
  );
  expect([...new Set(outside)]).toEqual(['nanostores']);
  const types = await run('node_modules/typescript7/bin/tsc', ['-p', join(copy, 'tsconfig.json')]);
  expect(types).toEqual({ code: 0, output: '' });
  expect(await run('node_modules/vitest/vitest.mjs', ['run', '--silent'])).toMatchObject({
    code: 0,
    output: expect.stringMatching(/Tests +4 passed \(4\)/),
  });
  const manifest = readFileSync(join(copy, 'packages/core/package.json'), 'utf8');
  const again = await run('scripts/new.mjs', ['feature', 'watch-list', '--into', copy]);
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining('already') });
  expect(readFileSync(join(copy, 'packages/core/package.json'), 'utf8')).toBe(manifest);
});

it.each([['Watch List'], [''], ['-x']])('refuses the name %j, and says what a name is', async (name) => {
  const refused = await run('scripts/new.mjs', ['feature', name, '--into', copy]);
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('kebab case') });
});
