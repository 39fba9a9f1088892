// Importing an entry point and creating its features has no side effects (docs/architecture.md): no timer, listener,
// request or storage read, so that servers can import everything.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { root } from './read-imports.ts';

const entries = ['core', 'testing', 'react-hooks', 'ui'].flatMap((name) => {
  const manifest: { readonly exports: Readonly<Record<string, unknown>> } = JSON.parse(
    readFileSync(join(root, `packages/${name}/package.json`), 'utf8'),
  );
  return Object.keys(manifest.exports)
    .filter((entry) => !/\.(css|json)$/.test(entry))
    .map((entry) => entry.replace(/^\./, `@openbell/${name}`));
});

let touched: string[] = [];

beforeEach(() => {
  touched = [];
  const trap =
    (name: string) =>
    (...args: unknown[]): never => {
      touched.push(`${name}(${args.map((arg) => typeof arg).join(', ')})`);
      throw new Error(`${name} was touched`);
    };
  for (const name of ['setTimeout', 'setInterval', 'fetch', 'requestAnimationFrame', 'addEventListener']) {
    vi.stubGlobal(name, trap(name));
  }
  for (const name of ['WebSocket', 'BroadcastChannel', 'localStorage', 'sessionStorage', 'document']) {
    vi.stubGlobal(name, new Proxy(() => {}, { get: trap(name), construct: trap(name), apply: trap(name) }));
  }
  // Libraries read the browser's name.
  vi.stubGlobal('navigator', {
    userAgent: navigator.userAgent,
    get serviceWorker() {
      return trap('navigator.serviceWorker')();
    },
  });
  for (const method of ['debug', 'log', 'info', 'warn', 'error'] as const) {
    vi.spyOn(console, method).mockImplementation(trap(`console.${method}`));
  }
  vi.resetModules();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Globals added by required libraries: nanostores counts its changes in one. */
const known = ['nanostoresGlobal'];

describe('importing', () => {
  test.each(entries)('%s has no side effects', async (entry) => {
    const before = new Set(Reflect.ownKeys(globalThis));
    await import(/* @vite-ignore */ entry);
    const added = Reflect.ownKeys(globalThis).filter(
      (key) => !before.has(key) && !known.includes(String(key)),
    );
    expect({ touched, added }).toEqual({ touched: [], added: [] });
  });
});

describe('createOpenbell', () => {
  test('has no side effects before start, even with two instances', async () => {
    const { createOpenbell } = await import('@openbell/core');
    const first = createOpenbell({ apiUrl: '/api' });
    const second = createOpenbell({ apiUrl: '/other', keyPrefix: 'second:' });
    expect(first.session.$state.get().status).toBe('unknown');
    expect(first.session).not.toBe(second.session);
    expect(touched).toEqual([]);
  });

  test('throws when apiUrl is missing', async () => {
    const { createOpenbell } = await import('@openbell/core');
    expect(() => createOpenbell({ apiUrl: '' })).toThrow(/apiUrl/);
  });
});
