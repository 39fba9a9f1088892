import { createBrowserScripts } from '@openbell/core/ports';
import { createFakeTime } from '@openbell/testing';
import { afterEach, describe, expect, it } from 'vitest';

// The script elements are in a document; jsdom does not fetch them.
const URL_A = 'https://scripts.test/a.js';
const tags = () => [
  ...document.head.querySelectorAll<HTMLScriptElement>('script[src^="https://scripts.test"]'),
];
const define = (name: string, value: unknown) => Reflect.set(globalThis, name, value);

afterEach(() => {
  for (const tag of tags()) tag.remove();
  for (const name of ['fakeA', 'fakeReady']) Reflect.deleteProperty(globalThis, name);
});

function open() {
  const time = createFakeTime();
  return { time, scripts: createBrowserScripts({ scheduler: time.scheduler }) };
}

describe('scripts of other origins', () => {
  it('load once for all callers and leave no timer', async () => {
    const { scripts, time } = open();
    expect(tags()).toHaveLength(0);
    const both = Promise.all([
      scripts.load({ url: URL_A, global: 'fakeA' }),
      scripts.load({ url: URL_A, global: 'fakeA' }),
    ]);
    expect(tags()).toHaveLength(1);
    const value = { a: 1 };
    define('fakeA', value);
    tags()[0]?.dispatchEvent(new Event('load'));
    expect(await both).toEqual([value, value]);
    expect(await scripts.load({ url: URL_A, global: 'fakeA' })).toBe(value);
    expect(tags()).toHaveLength(1);
    expect(time.pending()).toBe(0);
  });

  it('load over https or from the page’s origin only', async () => {
    const { scripts, time } = open();
    for (const url of ['http://scripts.test/a.js', 'data:text/javascript,1', 'javascript:1']) {
      await expect(scripts.load({ url, global: 'fakeA' })).rejects.toThrow('no address of a script');
    }
    expect(time.pending()).toBe(0);
  });

  it('are removed after a failure and loaded again on the next call', async () => {
    const { scripts, time } = open();
    const first = scripts.load({ url: URL_A, global: 'fakeA' });
    tags()[0]?.dispatchEvent(new Event('error'));
    await expect(first).rejects.toThrow('could not be loaded');
    expect(tags()).toHaveLength(0);
    const second = scripts.load({ url: URL_A, global: 'fakeA' });
    define('fakeA', {});
    tags()[0]?.dispatchEvent(new Event('load'));
    await second;
    expect(time.pending()).toBe(0);
  });

  it('fail when they define nothing or time out', async () => {
    const { scripts, time } = open();
    const empty = scripts.load({ url: URL_A, global: 'fakeA' });
    tags()[0]?.dispatchEvent(new Event('load'));
    await expect(empty).rejects.toThrow('did not define its global');
    const late = scripts.load({ url: URL_A, global: 'fakeA' });
    const rejected = expect(late).rejects.toThrow('timed out');
    await time.advance(15_000);
    await rejected;
    expect(tags()).toHaveLength(0);
  });

  it('are awaited until they report that they are ready', async () => {
    const { scripts } = open();
    let ready = false;
    const done = scripts
      .load({
        url: URL_A,
        global: 'fakeA',
        readyCallback: 'fakeReady',
        isUsable: (value) => !('__buffer' in value),
      })
      .then(() => {
        ready = true;
      });
    define('fakeA', { __buffer: {} });
    tags()[0]?.dispatchEvent(new Event('load'));
    await Promise.resolve();
    expect(ready).toBe(false);
    define('fakeA', { login: () => {} });
    (Reflect.get(globalThis, 'fakeReady') as () => void)();
    await done;
    expect(ready).toBe(true);
  });
});
