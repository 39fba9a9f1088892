// Importing an entry point and creating its features has no side effects (docs/architecture.md): no timer, listener,
// request or storage read, so that servers can import everything. The entry points export at least the recorded names: a
// removed name breaks embedders. Remove it on purpose, and run `npm run record` in the same commit. A new name only is noted.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isRecording, noteUnrecorded } from '../support/unrecorded.ts';
import { root } from './read-imports.ts';

const packages = ['core', 'testing', 'react-hooks', 'ui'];
const entriesOf = (name: string): string[] => {
  const manifest: { readonly exports: Readonly<Record<string, unknown>> } = JSON.parse(
    readFileSync(join(root, `packages/${name}/package.json`), 'utf8'),
  );
  return Object.keys(manifest.exports)
    .filter((entry) => !entry.endsWith('.json'))
    .map((entry) => entry.replace(/^\./, `@openbell/${name}`));
};
const isStylesheet = (entry: string): boolean => entry.endsWith('.css');
const entries = packages.flatMap(entriesOf).filter((entry) => !isStylesheet(entry));

/** The names of each entry point that a test has imported. */
const exported = new Map<string, readonly string[]>();

async function load(entry: string): Promise<readonly string[]> {
  const names = Object.keys(await import(/* @vite-ignore */ entry)).sort();
  exported.set(entry, names);
  return names;
}

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
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Globals added by required libraries: nanostores counts its changes in one. */
const known = ['nanostoresGlobal'];

// Each module is evaluated once, under the first entry point that loads it.
describe('importing', () => {
  test.each(entries)('%s has no side effects', async (entry) => {
    const before = new Set(Reflect.ownKeys(globalThis));
    await load(entry);
    const added = Reflect.ownKeys(globalThis).filter(
      (key) => !before.has(key) && !known.includes(String(key)),
    );
    expect({ touched, added }).toEqual({ touched: [], added: [] });
  });
});

/** `<entry point> <name>` for each line of a list, where names are indented below their entry point. */
function namesIn(list: string): string[] {
  let entry = '';
  return list
    .trimEnd()
    .split('\n')
    .map((line) => {
      if (!line.startsWith(' ')) entry = line;
      return line.startsWith(' ') ? `${entry} ${line.trim()}` : line;
    });
}

test.each(packages)('@openbell/%s exports every recorded name', async (name) => {
  const lines: string[] = [];
  for (const entry of entriesOf(name)) {
    const names = isStylesheet(entry) ? [] : (exported.get(entry) ?? (await load(entry)));
    lines.push(entry, ...names.map((key) => `  ${key}`));
  }
  const list = `${lines.join('\n')}\n`;
  const file = join(root, `tests/house/export-surface.${name}.txt`);
  if (isRecording) writeFileSync(file, list);
  const recorded = namesIn(readFileSync(file, 'utf8'));
  const found = namesIn(list);
  expect(recorded.filter((key) => !found.includes(key))).toEqual([]);
  for (const key of found.filter((one) => !recorded.includes(one))) noteUnrecorded(`new export: ${key}`);
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
