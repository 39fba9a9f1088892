import { createFakeTabs, createMemoryStorage } from '@openbell/core/testing';
import { createTheme, readTheme, writeTheme } from '@openbell/core/theme';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const open = (
  shared: {
    storage?: ReturnType<typeof createMemoryStorage>;
    browser?: ReturnType<typeof createFakeTabs>;
  } = {},
) => {
  const storage = shared.storage ?? createMemoryStorage();
  const browser = shared.browser ?? createFakeTabs();
  return { storage, browser, theme: createTheme({ storage, tabs: browser.open(), keyPrefix: '' }) };
};

describe('theme (product.md 3 and 9)', () => {
  it('is light by default, and reads nothing before start [theme.default]', () => {
    const { storage, theme } = open();
    storage.write('persist:root', writeTheme(null, 'dark') ?? '');
    expect(theme.$theme.get()).toBe('light');
    theme.start();
    expect(theme.$theme.get()).toBe('dark');
  });

  it('is kept under persist:root, version 1, and other things in it stay [theme.persisted]', () => {
    const { storage, theme } = open();
    storage.write('persist:root', JSON.stringify({ other: '1' }));
    theme.start();
    theme.toggle();
    const root = JSON.parse(storage.read('persist:root') ?? '');
    expect(root).toMatchObject({ other: '1', theme: '"dark"' });
    expect(JSON.parse(root._persist)).toEqual({ version: 1, rehydrated: true });
    expect(open({ storage }).theme.$theme.get()).toBe('light');
    theme.toggle();
    expect(theme.$theme.get()).toBe('light');
  });

  it('reaches the other tabs', () => {
    const one = open();
    const two = open({ storage: one.storage, browser: one.browser });
    one.theme.start();
    const stop = two.theme.start();
    one.theme.choose('dark');
    expect(two.theme.$theme.get()).toBe('dark');
    stop();
    one.theme.choose('light');
    expect(two.theme.$theme.get()).toBe('dark');
  });

  it.each(['', '{', 'null', '[]', '7', '{"theme":7}', '{"theme":"\\"blue\\""}', '{"theme":null}'])(
    'stored garbage %s reads as none, and a choice replaces it [storage.garbage]',
    (text) => {
      expect(readTheme(text)).toBeNull();
      expect(readTheme(writeTheme(text, 'dark'))).toBe('dark');
    },
  );

  it('a newer version is neither read nor overwritten', () => {
    const newer = JSON.stringify({ theme: '"dark"', _persist: JSON.stringify({ version: 2 }) });
    expect(readTheme(newer)).toBeNull();
    expect(writeTheme(newer, 'light')).toBeNull();
    const { storage, theme } = open();
    storage.write('persist:root', newer);
    theme.start();
    theme.choose('dark');
    expect(theme.$theme.get()).toBe('dark');
    expect(storage.read('persist:root')).toBe(newer);
  });

  it('no stored text makes it throw, and what is written is read back', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.json()),
        fc.constantFrom('light' as const, 'dark' as const),
        (text, theme) => {
          const written = writeTheme(text, theme);
          return written === null || readTheme(written) === theme;
        },
      ),
      { numRuns: 3000 },
    );
  });
});
