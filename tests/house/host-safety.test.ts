// React 18 warns of every layout effect that it meets on a server, so there is one place that knows where there is none.
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
