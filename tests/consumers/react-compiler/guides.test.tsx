// The components of guides and feature pages, compiled with the React Compiler and rendered for a subscriber.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createOpenbell } from '@openbell/core';
import { createMemoryStorage } from '@openbell/core/ports';
import { OpenbellProvider } from '@openbell/react-hooks';
import { createMemoryServer, demoPassword, settle } from '@openbell/testing';
import { cleanup, render } from '@testing-library/react';
import { type ComponentType, StrictMode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { tsxBlocksOf } from '../../support/guide-code.ts';

const root = join(import.meta.dirname, '../../..');
const documents = ['docs/guides', 'docs/features'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`),
);
/** The components that a document exports, with the props that they take. Pages of an app are left out. */
const examples = documents.flatMap((path) =>
  tsxBlocksOf(path).flatMap((code, index) => {
    const [, name] = /^export function ([A-Z]\w+)/m.exec(code) ?? [];
    return name === undefined || name === 'LongRoom' || code.includes('createRoot(')
      ? []
      : [{ path, index, name }];
  }),
);
const props = { ticker: 'SPY', id: 1, chatId: null, children: 'inside' };

const ended: (() => void)[] = [];
afterEach(() => {
  cleanup();
  for (const end of ended.splice(0)) end();
});

async function signedIn() {
  const { ports, ...address } = createMemoryServer().options;
  const storage = { localStorage: createMemoryStorage(), sessionStorage: createMemoryStorage() };
  const openbell = createOpenbell({ ...address, ports: { ...ports, ...storage } });
  ended.push(openbell.start(), () => openbell.destroy());
  const credentials = { email: 'subscriber@openbell.test', password: demoPassword };
  await openbell.session.signIn({ type: 'manual', ...credentials, remember: true });
  return openbell;
}

test.each(examples)(
  'renders $name of $path when compiled [embed.compiler]',
  async ({ path, index, name }) => {
    const openbell = await signedIn();
    const errors = vi.spyOn(console, 'error');
    const module: Record<string, ComponentType<typeof props>> = await import(`virtual:${path}#${index}`);
    const Example = module[name] as ComponentType<typeof props>;
    render(
      <StrictMode>
        <OpenbellProvider openbell={openbell}>
          <Example {...props} />
        </OpenbellProvider>
      </StrictMode>,
    );
    // Its requests are answered, and their results rendered.
    for (let turn = 0; turn < 20; turn += 1) await settle();
    const printed = errors.mock.calls.filter(([text]) => !String(text).includes('not wrapped in act'));
    expect(printed).toEqual([]);
  },
);
