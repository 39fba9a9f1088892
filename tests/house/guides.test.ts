// The code that a guide shows is the code that runs: each block is a file of examples/embed, to the letter.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './read-imports.ts';

const guides = readdirSync(join(root, 'docs/guides')).filter((name) => name.startsWith('embed-'));

test.each(guides)('%s shows files as they are [embed.guides]', (name) => {
  const guide = readFileSync(join(root, 'docs/guides', name), 'utf8');
  const blocks = [...guide.matchAll(/^```jsx? (?<file>\S+)\n(?<code>[\s\S]*?)^```$/gm)];
  expect(blocks.length).toBeGreaterThan(1);
  for (const { groups } of blocks) {
    expect(groups?.code).toBe(readFileSync(join(root, groups?.file ?? ''), 'utf8'));
  }
});
