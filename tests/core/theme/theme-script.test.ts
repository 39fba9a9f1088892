import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { readTheme } from '../../../packages/core/src/theme/theme.storage.ts';

const script = readFileSync(new URL('../../../examples/web/public/theme.js', import.meta.url), 'utf8');

/** The theme that the reference app's first script sets; `stored` is null when nothing is stored. */
function themeOfScript(stored: string | null): string | undefined {
  const storage = { getItem: (key: string) => (key === 'persist:root' ? stored : null) };
  const documentElement = { dataset: {} as Record<string, string> };
  runInNewContext(script, {
    document: { documentElement, querySelector: () => null },
    localStorage: storage,
    sessionStorage: storage,
    location: { search: '', hash: '' },
    performance: { getEntriesByType: () => [] },
    URLSearchParams,
    MutationObserver: class {
      observe(): void {}
    },
    addEventListener() {},
  });
  return documentElement.dataset.theme;
}

const persist = (version: unknown): string => JSON.stringify({ version, rehydrated: true });

it.each<[string, string | null]>([
  ['nothing', null],
  ['dark, as the module writes it', JSON.stringify({ theme: '"dark"', _persist: persist(1) })],
  ['light', JSON.stringify({ theme: '"light"', _persist: persist(1) })],
  ['dark without a version', JSON.stringify({ theme: '"dark"' })],
  ['dark with an unreadable version', JSON.stringify({ theme: '"dark"', _persist: '{' })],
  ['dark with a version that is no number', JSON.stringify({ theme: '"dark"', _persist: persist('two') })],
  ['dark of a newer version', JSON.stringify({ theme: '"dark"', _persist: persist(2) })],
  ['dark that is no JSON text', JSON.stringify({ theme: 'dark', _persist: persist(1) })],
  ['a theme that does not exist', JSON.stringify({ theme: '"sepia"', _persist: persist(1) })],
  ['a number', JSON.stringify({ theme: 5 })],
  ['a list', '["dark"]'],
  ['null', 'null'],
  ['a text', '"dark"'],
  ['half a text', '{"theme":"\\"dark'],
])('the first script of a page and the theme module read the same from %s [theme.persisted]', (_, stored) => {
  expect(themeOfScript(stored)).toBe(readTheme(stored) ?? 'light');
});
