// Runs the reference app's service worker in a fake browser.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';

const code = readFileSync(join(import.meta.dirname, '../../../examples/web/public/push/sw.js'), 'utf8');
const origin = 'https://openbell.test';

function startWorker(tabs: readonly string[] = []) {
  const listeners = new Map<string, (event: object) => void>();
  const shown: { title: string; options: Record<string, unknown> }[] = [];
  const went: string[] = [];
  let skipped = false;
  const self = {
    location: { origin },
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    skipWaiting: () => {
      skipped = true;
    },
    registration: {
      showNotification: (title: string, options: Record<string, unknown>) => shown.push({ title, options }),
    },
    clients: {
      matchAll: async () => tabs.map((url) => ({ url, focus: async () => went.push(`focus ${url}`) })),
      openWindow: async (url: string) => went.push(`open ${url}`),
    },
  };
  runInContext(code, createContext({ self, URL }));
  const play = async (type: string, event: object): Promise<void> => {
    const work: unknown[] = [];
    listeners.get(type)?.({ ...event, waitUntil: (promise: unknown) => work.push(promise) });
    await Promise.all(work);
  };
  return {
    shown,
    went,
    listensTo: () => [...listeners.keys()],
    skipped: () => skipped,
    push: (data: unknown) => play('push', { data: data === null ? null : { json: () => data } }),
    broken: () =>
      play('push', {
        data: {
          json: () => {
            throw new SyntaxError('cut off');
          },
        },
      }),
    install: () => play('install', {}),
    click: (path: unknown) =>
      play('notificationclick', { notification: { close: () => {}, data: { path } } }),
  };
}

describe('the service worker', () => {
  it('listens only to install, push and click events, and does not intercept requests [push.embed]', () => {
    expect(startWorker().listensTo().sort()).toEqual(['install', 'notificationclick', 'push']);
  });

  it('activates without waiting for the next visit', async () => {
    const worker = startWorker();
    await worker.install();
    expect(worker.skipped()).toBe(true);
  });

  it("shows the server's notification, and replaces an older one with the same tag", async () => {
    const worker = startWorker();
    await worker.push({ title: 'Openbell', body: 'New message', path: '/chat/3', tag: 'chat:3' });
    expect(worker.shown).toEqual([
      {
        title: 'Openbell',
        options: { body: 'New message', tag: 'chat:3', renotify: true, data: { path: '/chat/3' } },
      },
    ]);
  });

  it.each([[null], ['text'], [7], [{ title: 5, body: null }], [[]]])(
    'shows a default notification for invalid data: %j',
    async (data) => {
      const worker = startWorker();
      await worker.push(data);
      expect(worker.shown).toMatchObject([{ title: 'Openbell', options: { data: { path: '/dashboard' } } }]);
    },
  );

  it('shows a default notification for unreadable data', async () => {
    const worker = startWorker();
    await worker.broken();
    expect(worker.shown).toHaveLength(1);
  });

  it('a click focuses the tab of the page, or opens a new one', async () => {
    const here = startWorker([`${origin}/chat/3`]);
    await here.click('/chat/3');
    expect(here.went).toEqual([`focus ${origin}/chat/3`]);
    const elsewhere = startWorker([`${origin}/dashboard`]);
    await elsewhere.click('/chat/3');
    expect(elsewhere.went).toEqual([`open ${origin}/chat/3`]);
  });

  it.each(['https://evil.test/', '//evil.test/x', 'javascript:alert(1)', '/\\evil.test', '', 5, undefined])(
    'a click on the path %j stays on the site',
    async (path) => {
      const worker = startWorker();
      await worker.click(path);
      expect(worker.went).toEqual([`open ${origin}/dashboard`]);
    },
  );
});
