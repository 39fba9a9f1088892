// Hydrates the prerendered markup of every public page without errors from React.
import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '../../../examples/web/src/config.ts';
import { drawPages } from '../../../examples/web/src/prerender-entry.tsx';
import { createStillSite } from '../../../examples/web/src/site/create-site.ts';
import { islandTree } from '../../../examples/web/src/site/islands/island-tree.tsx';
import type { IslandProps } from '../../../examples/web/src/site/islands/islands.types.ts';
import { noPageHost, type PageHost } from '../../../examples/web/src/site/islands/page-host.tsx';
import { islandNamed, islands } from '../../../examples/web/src/site/public/islands.tsx';
import { documentNavigation } from '../../../examples/web/src/site/routing/site-navigation.tsx';

const config = readConfig({ captcha: { provider: 'none' }, socialSandbox: false });
/** A device with other settings and a new account, without a server. */
const host: PageHost = {
  ...noPageHost,
  accountCreated: true,
  loadSite: () => Promise.resolve({ site: createStillSite(config), config }),
};
class Unseen {
  observe(): void {}
  disconnect(): void {}
}
beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', Unseen);
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
  window.history.replaceState(null, '', '/');
});

test('hydrates every island of every public page without a mismatch [site.hydrates]', async () => {
  const complaints: string[] = [];
  const complain = (...words: unknown[]): void =>
    void complaints.push(words.map(String).join(' ').slice(0, 400));
  vi.spyOn(console, 'error').mockImplementation(complain);
  vi.spyOn(console, 'warn').mockImplementation(complain);
  const taken: string[] = [];
  const pages = await drawPages();
  for (const { path, markup } of pages) {
    document.body.innerHTML = markup;
    window.history.replaceState(
      null,
      '',
      path === '/' ? '/?payment=cancelled#about' : '/?redirect=/chat&code=x',
    );
    for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) {
      const found = islandNamed(element.dataset.island);
      if (found === null) throw new Error(`${path} has an unknown island ${element.dataset.island}.`);
      const [name, { load }] = found;
      const { default: Content } = await load();
      const props = JSON.parse(element.dataset.props ?? '{}') as IslandProps;
      const before = element.querySelectorAll('*').length;
      expect(before, `${path} ${name}`).toBeGreaterThan(0);
      const first = element.firstElementChild;
      const root = await act(async () =>
        hydrateRoot(element, islandTree(Content, props, host, documentNavigation), {
          identifierPrefix: name,
          onRecoverableError: (error) => complain(`${path} ${name}: ${String(error)}`),
        }),
      );
      expect(element.firstElementChild, `${path} ${name} is the same markup`).toBe(first);
      expect(element.querySelector('fieldset.site-live:disabled'), `${path} ${name} works`).toBeNull();
      taken.push(`${path} ${name}`);
      await act(async () => root.unmount());
    }
  }
  expect(complaints).toEqual([]);
  const drawn = pages.flatMap((page) => page.islands.map((name) => `${page.path} ${name}`));
  expect(taken.sort()).toEqual(drawn.sort());
  expect(new Set(pages.flatMap((page) => page.islands))).toEqual(new Set(Object.keys(islands)));
});

test('has titles, one h1, one main and unique ids on every page', async () => {
  for (const { path, title, markup } of await drawPages()) {
    document.body.innerHTML = markup;
    expect(title, path).not.toBe('');
    expect(document.querySelectorAll('h1'), path).toHaveLength(1);
    expect(document.querySelectorAll('main'), path).toHaveLength(1);
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    expect(new Set(ids).size, path).toBe(ids.length);
    for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="#"]'))
      expect(document.getElementById(link.hash.slice(1)), `${path} ${link.hash}`).not.toBeNull();
  }
});
