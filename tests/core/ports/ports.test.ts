import { browserNotifier, createBrowserStorage, createMemoryStorage, runAt } from '@openbell/core/ports';
import { createFakeTime, settle } from '@openbell/testing';
import { afterEach, describe, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

function stubLocalStorage(parts: Partial<Storage>): void {
  vi.stubGlobal('localStorage', parts);
}

describe('browser storage (full, blocked or invalid)', () => {
  test('keeps the value in memory and reports once when the storage is full [storage.garbage]', () => {
    const errors: unknown[] = [];
    stubLocalStorage({
      setItem() {
        throw new DOMException('full', 'QuotaExceededError');
      },
      getItem: () => 'old',
      removeItem() {},
    });
    const storage = createBrowserStorage('local', (error) => errors.push(error));
    expect(storage.write('user', 'new')).toBe(false);
    expect(storage.write('user', 'newer')).toBe(false);
    expect(storage.read('user')).toBe('newer');
    expect(errors).toHaveLength(1);
  });

  test('works in memory when the storage is blocked', () => {
    Object.defineProperty(globalThis, 'localStorage', {
      configurable: true,
      get() {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
    const storage = createBrowserStorage('local');
    storage.write('a', '1');
    expect(storage.read('a')).toBe('1');
    expect(storage.keys()).toEqual(['a']);
    storage.remove('a');
    expect(storage.read('a')).toBeNull();
    Reflect.deleteProperty(globalThis, 'localStorage');
  });

  test('memory storage lists its keys', () => {
    const storage = createMemoryStorage();
    storage.write('a', '1');
    expect([storage.read('a'), storage.read('b'), storage.keys()]).toEqual(['1', null, ['a']]);
  });
});

describe('runAt (timers over a day run in steps)', () => {
  test('fires on time for an instant in 40 days [entitlement.long-timers]', async () => {
    const time = createFakeTime();
    const end = time.clock.now() + 40 * 86_400_000;
    let firedAt = 0;
    runAt(end, {
      now: time.clock.now,
      scheduler: time.scheduler,
      work: () => {
        firedAt = time.clock.now();
      },
    });
    await time.advance(39 * 86_400_000);
    expect(firedAt).toBe(0);
    await time.advance(86_400_000);
    expect(firedAt).toBe(end);
    expect(time.pending()).toBe(0);
  });

  test('a past instant fires soon, and a canceled one never', async () => {
    const time = createFakeTime();
    const fired: string[] = [];
    runAt(time.clock.now() - 1, {
      now: time.clock.now,
      scheduler: time.scheduler,
      work: () => fired.push('past'),
    });
    runAt(time.clock.now() + 90_000_000, {
      now: time.clock.now,
      scheduler: time.scheduler,
      work: () => fired.push('cancelled'),
    })();
    await time.advance(100_000_000);
    expect(fired).toEqual(['past']);
  });
});

describe('browser notifications', () => {
  test('closes those with one of the tags, of every worker [chat.notices-closed]', async () => {
    const closed: string[] = [];
    const shown = (tag: string) => ({ tag, close: () => void closed.push(tag) });
    const registration = (...tags: string[]) => ({ getNotifications: async () => tags.map(shown) });
    vi.stubGlobal('Notification', { permission: 'granted' });
    vi.stubGlobal('navigator', {
      serviceWorker: {
        getRegistrations: async () => [registration('chat:7', 'chat:8'), registration('alert', 'chat:9')],
      },
    });
    browserNotifier.close?.(['chat:7', 'chat:9']);
    await settle();
    expect(closed).toEqual(['chat:7', 'chat:9']);
  });

  /** A browser where only service workers show notifications. Returns what they have shown. */
  function stubMobile(workers: readonly { readonly path: string; readonly active: object | null }[]) {
    const shown: unknown[] = [];
    const registrations = workers.map(({ path, active }) => ({
      scope: `https://host.test${path}`,
      active,
      showNotification: async (title: string, options: object) => void shown.push([path, title, options]),
    }));
    const refuse = vi.fn(function Refused() {
      throw new TypeError('Illegal constructor');
    });
    vi.stubGlobal('Notification', Object.assign(refuse, { permission: 'granted' }));
    vi.stubGlobal('location', { pathname: '/dashboard', search: '?tab=1', hash: '' });
    vi.stubGlobal('navigator', {
      serviceWorker: { getRegistration: async () => undefined, getRegistrations: async () => registrations },
    });
    return shown;
  }

  test.each([
    ['/push/', ['/', '/push/'], []],
    ['/', ['/push/', '/'], ['/push/']],
    ['/app/', ['/app/'], []],
  ])(
    'are shown by the worker of %s on mobile browsers that have workers of %j',
    async (by, paths, inactive: string[]) => {
      const shown = stubMobile(paths.map((path) => ({ path, active: inactive.includes(path) ? null : {} })));
      browserNotifier.show({ title: 'Trade', body: 'AAPL', tag: 'flash' });
      await settle();
      expect(shown).toEqual([
        [by, 'Trade', { body: 'AAPL', tag: 'flash', data: { path: '/dashboard?tab=1' } }],
      ]);
    },
  );

  test('are not shown on mobile browsers without a worker', async () => {
    const shown = stubMobile([]);
    browserNotifier.show({ title: 'Trade', body: 'AAPL', tag: 'flash' });
    await settle();
    expect(shown).toEqual([]);
  });

  test.each([
    ['without workers', {}],
    [
      'with workers that cannot be read',
      { serviceWorker: { getRegistrations: () => Promise.reject(new Error()) } },
    ],
  ])('closes nothing %s', async (_, navigator) => {
    vi.stubGlobal('Notification', { permission: 'granted' });
    vi.stubGlobal('navigator', navigator);
    browserNotifier.close?.(['chat:7']);
    await settle();
  });
});
