// The React Compiler compiles each component and hook of the packages and of the app: it skips none.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compileReact } from '../../support/react-compiler.ts';

const root = join(import.meta.dirname, '../../..');

test.each(['packages/react-hooks/src', 'packages/ui/src', 'examples/web/src'])(
  'compiles every component and hook of %s',
  async (folder) => {
    const sources = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    const failures: string[] = [];
    for (const name of sources.filter((source) => /\.tsx?$/.test(source))) {
      const path = join(root, folder, name);
      await compileReact(readFileSync(path, 'utf8'), path).catch((error: unknown) =>
        failures.push(`${name}: ${error}`),
      );
    }
    expect(failures).toEqual([]);
  },
);
