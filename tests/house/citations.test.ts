// No file cites a document outside the repository.
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { root } from './read-imports.ts';

it('cites rules by their ids, and no document outside the repository', () => {
  const pattern = String.raw`(product|decisions)\.md|traps [A-Z0-9]`;
  const { status, stdout, stderr } = spawnSync(
    'git',
    ['grep', '--untracked', '-cIE', pattern, '--', '.', ':!CHANGELOG.md'],
    { cwd: root, encoding: 'utf8' },
  );
  // 0: found, 1: nothing found.
  expect({ failed: status !== 0 && status !== 1, stderr }).toEqual({ failed: false, stderr: '' });
  expect(stdout.split('\n').filter((line) => line !== '')).toEqual([]);
});
