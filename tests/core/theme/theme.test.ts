import { createTheme, readTheme, type ThemeStorage, writeTheme } from '@openbell/core/theme';
import { createFakeTabs, createFakeTime, createMemoryStorage, settle } from '@openbell/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyCases } from '../../support/property-cases.ts';

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

describe('theme', () => {
  it('is light by default and reads no storage before start [theme.default]', () => {
    const { storage, theme } = open();
    storage.write('persist:root', writeTheme(null, 'dark') ?? '');
    expect(theme.$theme.get()).toBe('light');
    theme.start();
    expect(theme.$theme.get()).toBe('dark');
  });

  it('is stored in persist:root, version 1, beside other values [theme.persisted]', () => {
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

  it('is synced to other tabs', () => {
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
    'ignores the invalid stored value %s, and a choice replaces it [storage.garbage]',
    (text) => {
      expect(readTheme(text)).toBeNull();
      expect(readTheme(writeTheme(text, 'dark'))).toBe('dark');
    },
  );

  it('does not read or overwrite a newer version', () => {
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

  it('never throws for stored text, and reads back written values', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.json()),
        fc.constantFrom('light' as const, 'dark' as const),
        (text, theme) => {
          const written = writeTheme(text, theme);
          return written === null || readTheme(written) === theme;
        },
      ),
      { numRuns: propertyCases(3000) },
    );
  });
});

describe('an asynchronous storage (timeout 5,000 ms)', () => {
  /** An asynchronous storage: the test resolves each read, and writes do not wait. */
  function openLater(restoreTimeoutMs?: number) {
    const readings: { resolve(text: string | null): void; reject(error: unknown): void }[] = [];
    const written: string[] = [];
    const problems: unknown[] = [];
    const time = createFakeTime();
    const storage: ThemeStorage = {
      read: () =>
        new Promise((resolve, reject) => {
          readings.push({ resolve, reject });
        }),
      write: async (_key, text) => written.push(text),
    };
    const theme = createTheme({
      storage,
      tabs: createFakeTabs().open(),
      scheduler: time.scheduler,
      onError: ({ error }) => problems.push(error),
      ...(restoreTimeoutMs === undefined ? {} : { restoreTimeoutMs }),
    });
    const latest = () => readings.at(-1) ?? expect.fail('Nothing was read.');
    return { theme, time, written, problems, latest };
  }
  const dark = writeTheme(null, 'dark');

  it('restores a value within 5,000 ms and ignores a later one [storage.restore-timeout]', async () => {
    const inTime = openLater();
    inTime.theme.start();
    await inTime.time.advance(4999);
    inTime.latest().resolve(dark);
    await settle();
    expect(inTime.theme.$theme.get()).toBe('dark');
    expect(inTime.time.pending()).toBe(0);
    expect(inTime.problems).toEqual([]);

    const tooLate = openLater();
    tooLate.theme.start();
    await tooLate.time.advance(5000);
    expect(tooLate.problems).toEqual(['Reading the stored state timed out.']);
    tooLate.latest().resolve(dark);
    await settle();
    expect(tooLate.theme.$theme.get()).toBe('light');
  });

  it('has an option for the timeout', async () => {
    const { theme, time, problems } = openLater(200);
    theme.start();
    await time.advance(199);
    expect(problems).toEqual([]);
    await time.advance(1);
    expect(problems).toHaveLength(1);
  });

  it('starts empty and reports when it cannot be read', async () => {
    const { theme, latest, problems } = openLater();
    theme.start();
    latest().reject('locked');
    await settle();
    expect(theme.$theme.get()).toBe('light');
    expect(problems).toEqual(['locked']);
  });

  it('prefers a choice to a pending value, and stores it', async () => {
    const { theme, time, latest, written } = openLater();
    theme.start();
    const first = latest();
    theme.choose('light');
    first.resolve(dark);
    await settle();
    expect(theme.$theme.get()).toBe('light');
    await time.advance(5000);
    expect(written.map(readTheme)).toEqual(['light']);
  });

  it('stop cancels the wait', async () => {
    const { theme, time, latest } = openLater();
    const stop = theme.start();
    stop();
    expect(time.pending()).toBe(0);
    latest().resolve(dark);
    await settle();
    expect(theme.$theme.get()).toBe('light');
  });
});
