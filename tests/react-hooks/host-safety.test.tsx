// Side effects of the library with the browser's ports on a host's page.
import type { Openbell } from '@openbell/core';
import { type HostTraces, settle, watchHost } from '@openbell/testing';
import { act } from '@testing-library/react';
import { Activity, StrictMode, useEffect, version } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { until } from '../support/until.ts';

let watch: ReturnType<typeof watchHost>;
const nothing: HostTraces = {
  timers: 0,
  frames: 0,
  listeners: [],
  requests: 0,
  sockets: 0,
  channels: 0,
  workers: [],
  keys: [],
  globals: [],
  printed: [],
};
const host = globalThis as Window & typeof globalThis;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  localStorage.clear();
  sessionStorage.clear();
  // A server that never responds, so that requests stay pending.
  host.fetch = (input, init) =>
    new Promise((_, reject) => {
      const { signal } = new Request(input, init);
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  watch = watchHost(host);
});
afterEach(() => {
  watch.stop();
  vi.useRealTimers();
});

/** The store library unmounts a store one second after its last listener. */
const storesLetGo = () => vi.advanceTimersByTimeAsync(1_000);

test('has no side effects when imported and created twice [embed.no-side-effects]', async () => {
  vi.resetModules();
  const { createOpenbell } = await import('@openbell/core');
  createOpenbell({ apiUrl: '/api' });
  createOpenbell({ apiUrl: '/api', keyPrefix: 'second:' });
  expect(watch.traces()).toEqual(nothing);
});

test('leaves no timer, listener, socket, channel or request after destroy [embed.destroy]', async () => {
  const { createOpenbell } = await import('@openbell/core');
  localStorage.setItem('openbell:accessToken', 'a-token');
  const openbell = createOpenbell({ apiUrl: 'http://127.0.0.1:9/api' });
  openbell.start();
  openbell.theme.start();
  openbell.realtime.start();
  openbell.optionsFeed.start();
  openbell.tickerSearch.type('aapl');
  void openbell.news.load();
  void openbell.courses.loadList();
  openbell.groupChat.start();
  await settle();
  const busy = watch.traces();
  expect(busy.requests).toBeGreaterThan(0);
  expect(busy.listeners.length).toBeGreaterThan(0);
  openbell.destroy();
  await storesLetGo();
  // The test itself has written this key.
  expect(watch.traces()).toEqual({ ...nothing, keys: ['openbell:accessToken'] });
});

test('touches only its own keys and prints nothing on sign-in and log-out [embed.quiet]', async () => {
  const { createOpenbell } = await import('@openbell/core');
  const openbell = createOpenbell({ apiUrl: '/api' });
  const stop = openbell.start();
  const stopTheme = openbell.theme.start();
  openbell.theme.toggle();
  void openbell.session.signOut();
  await settle();
  const { keys, globals, printed, workers } = watch.traces();
  expect(keys.filter((key) => !key.startsWith('openbell:'))).toEqual([]);
  expect({ globals, printed, workers }).toEqual({ globals: [], printed: [], workers: [] });
  stopTheme();
  stop();
  openbell.destroy();
});

/** Loads the components here: parts that they load later must share their modules, which an earlier test reset. */
async function loadSite() {
  const [{ OpenbellProvider }, { SignInForm }, { PricingCard }] = await Promise.all([
    import('@openbell/react-hooks'),
    import('@openbell/ui/account'),
    import('@openbell/ui/billing'),
  ]);
  return function Site({ openbell }: { readonly openbell: Openbell }) {
    useEffect(() => openbell.start(), [openbell]);
    return (
      <OpenbellProvider openbell={openbell}>
        <SignInForm />
        <PricingCard />
      </OpenbellProvider>
    );
  };
}

test('hydrates server HTML without a mismatch, in StrictMode and hidden subtrees [embed.hydration]', async ({
  skip,
}) => {
  // tests/consumers/frameworks.long.test.ts renders on a server and hydrates with React 18.
  skip(version.startsWith('18'), 'React 18 warns about layout effects on a server with a window, as here.');
  const { createOpenbell } = await import('@openbell/core');
  const Site = await loadSite();
  const draw = (mode: 'visible' | 'hidden', openbell: Openbell) => (
    <StrictMode>
      <Activity mode={mode}>
        <Site openbell={openbell} />
      </Activity>
    </StrictMode>
  );
  const place = document.body.appendChild(document.createElement('div'));
  place.innerHTML = renderToString(draw('visible', createOpenbell({ apiUrl: '/api' })));
  const drawn = place.querySelector('input');
  expect(drawn).not.toBeNull();

  const mismatches: unknown[] = [];
  const openbell = createOpenbell({ apiUrl: '/api' });
  const root = await act(async () =>
    hydrateRoot(place, draw('visible', openbell), {
      onRecoverableError: (error) => mismatches.push(error),
    }),
  );
  expect(place.querySelector('input')).toBe(drawn);
  await act(async () => root.render(draw('hidden', openbell)));
  await act(async () => root.render(draw('visible', openbell)));
  expect(place.querySelector('input')).toBe(drawn);
  expect(mismatches).toEqual([]);
  expect(watch.traces().printed).toEqual([]);
  await act(async () => root.unmount());
  openbell.destroy();
  place.remove();
  await storesLetGo();
  // An aborted request ends asynchronously.
  await until(() => {
    const { requests, sockets, channels } = watch.traces();
    expect({ requests, sockets, channels }).toEqual({ requests: 0, sockets: 0, channels: 0 });
  });
  // React keeps its document listeners for the page's lifetime.
  expect(watch.traces().listeners.filter((name) => name !== 'document selectionchange')).toEqual([]);
});
