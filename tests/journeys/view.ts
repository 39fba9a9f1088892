// A page as the journeys use it: finds, waits, clicks and types, over any driver.
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { build } from 'esbuild';
import type { Tab } from './driver.ts';
import type { Query as PageQuery, Pattern, Spot } from './in-page.ts';

export interface Query extends Omit<PageQuery, 'name' | 'within'> {
  readonly name?: string | RegExp;
  readonly within?: Query;
}

export const role = (name: string, label?: string | RegExp, rest: Query = {}): Query => ({
  role: name,
  ...(label === undefined ? {} : { name: label }),
  ...rest,
});
export const css = (selector: string, rest: Query = {}): Query => ({ css: selector, ...rest });

const missing = 'the finder is missing';
/** Milliseconds; fifty thousand rows may take long on a busy machine. */
const timeout = 45_000;
let finder: Promise<string> | undefined;

/** The bundled source of in-page.ts. */
function bundleFinder(): Promise<string> {
  finder ??= build({
    entryPoints: [join(import.meta.dirname, 'in-page.ts')],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    globalName: 'finder',
    define: { 'process.env': '{}' },
    logLevel: 'silent',
  }).then(({ outputFiles: [file] }) => `(() => { ${file?.text}; globalThis.__finder = finder; })()`);
  return finder;
}

export interface View {
  readonly tab: Tab;
  open(path: string): Promise<void>;
  path(): Promise<string>;
  waitForPath(pattern: RegExp): Promise<void>;
  count(query: Query): Promise<number>;
  see(query: Query): Promise<void>;
  seeNone(query: Query): Promise<void>;
  /** Reads from the element, null when there is none. `get` runs in the page. */
  read<T>(query: Query, get: (element: HTMLElement) => T): Promise<T | null>;
  box(query: Query): Promise<Spot>;
  click(query: Query): Promise<void>;
  hover(query: Query): Promise<void>;
  /** Replaces the text of a field by typing. */
  fill(query: Query, text: string): Promise<void>;
  focus(query: Query): Promise<void>;
}

export interface ViewOptions {
  readonly baseUrl: string;
  /** Clicks by script, where the driver cannot use the mouse. */
  readonly hasMouse?: boolean;
}

export function createView(tab: Tab, { baseUrl, hasMouse = true }: ViewOptions): View {
  async function call(name: string, ...values: readonly string[]): Promise<unknown> {
    const expression = `typeof __finder === 'undefined' ? '${missing}' : __finder.${name}(${values.join(', ')})`;
    const value = await tab.evaluate(expression);
    if (value !== missing) return value;
    await tab.evaluate(await bundleFinder());
    return tab.evaluate(expression);
  }
  const ask = (name: string, query: Query): Promise<unknown> => call(name, JSON.stringify(portable(query)));
  const until = (name: string, query: Query): Promise<void> =>
    expect
      .poll(() => quietly(() => ask(name, query)), { message: `${name} ${nameOf(query)}`, timeout })
      .toBe(true);

  /** The place of a target once it has not moved for two readings. */
  async function settled(name: 'box' | 'target', query: Query): Promise<Spot> {
    let last: unknown = null;
    let spot: Spot | null = null;
    await expect
      .poll(
        async () => {
          const now = (await quietly(() => ask(name, query))) as Spot | null;
          const isStill = now !== null && JSON.stringify(now) === JSON.stringify(last);
          last = now;
          spot = now;
          return isStill;
        },
        { message: `${name} ${nameOf(query)}`, timeout, intervals: [50] },
      )
      .toBe(true);
    if (spot === null) throw new Error('unreachable');
    return spot;
  }

  const middle = ({ x, y, width, height }: Spot) => [x + width / 2, y + height / 2] as const;
  const count = async (query: Query): Promise<number> => Number(await ask('count', query));
  const path = async (): Promise<string> =>
    String(await tab.evaluate('location.pathname + location.search + location.hash'));

  return {
    tab,
    open: (to) => tab.open(new URL(to, baseUrl).href),
    path,
    waitForPath: (pattern) => expect.poll(() => quietly(path), { timeout: 30_000 }).toMatch(pattern),
    count,
    see: (query) =>
      expect
        .poll(() => quietly(() => count(query)), { message: `see ${nameOf(query)}`, timeout })
        .toBeGreaterThan(0),
    seeNone: (query) =>
      expect.poll(() => quietly(() => count(query)), { message: `see no ${nameOf(query)}`, timeout }).toBe(0),
    read: async <T>(query: Query, get: (element: HTMLElement) => T) =>
      (await call('read', JSON.stringify(portable(query)), String(get))) as T | null,
    box: (query) => settled('box', query),
    click: async (query) => {
      if (hasMouse) await tab.click(...middle(await settled('target', query)));
      else await until('clickByScript', query);
    },
    hover: async (query) => tab.move(...middle(await settled('box', query))),
    fill: async (query, text) => {
      await until('selectText', query);
      await tab.press('Delete');
      await tab.type(text);
    },
    focus: (query) => until('focus', query),
  };
}

/** A reading may fail while the page is being replaced. */
async function quietly<T>(get: () => Promise<T>): Promise<T | null> {
  try {
    return await get();
  } catch {
    return null;
  }
}

function portable({ name, within, ...rest }: Query): PageQuery {
  const pattern: string | Pattern | undefined =
    name instanceof RegExp ? { source: name.source, flags: name.flags } : name;
  return {
    ...rest,
    ...(pattern === undefined ? {} : { name: pattern }),
    ...(within === undefined ? {} : { within: portable(within) }),
  };
}

const nameOf = (query: Query): string =>
  [query.role, query.css, query.label, query.name, query.text].filter((part) => part !== undefined).join(' ');
