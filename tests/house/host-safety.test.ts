// React 18 warns of layout effects on a server, so one module chooses the effect.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './read-imports.ts';

test('hooks and components use useBeforePaint, never useLayoutEffect', () => {
  const users = ['packages/react-hooks/src', 'packages/ui/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('use-before-paint.ts'))
      .filter((path) => readFileSync(join(root, folder, path), 'utf8').includes('useLayoutEffect')),
  );
  expect(users).toEqual([]);
});
