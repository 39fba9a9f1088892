import { createOpenbell, type Openbell } from '@openbell/core';
import { createMemoryStorage } from '@openbell/core/ports';
import {
  OpenbellProvider,
  useAlerts,
  useCourseList,
  useDevices,
  useFactors,
  useNews,
  useOptionsFeed,
  usePriceChart,
  useTickerDetails,
  useTimeSales,
  useTradeFlash,
} from '@openbell/react-hooks';
import { createMemoryServer, demoPassword } from '@openbell/testing';
import { act, render, screen } from '@testing-library/react';
import { type ReactNode, StrictMode, useEffect } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../support/until.ts';

function open(server = createMemoryServer(), localStorage = createMemoryStorage()) {
  const { ports, ...address } = server.options;
  const openbell = createOpenbell({
    ...address,
    ports: { ...ports, localStorage, sessionStorage: createMemoryStorage() },
  });
  onTestFinished(() => openbell.destroy());
  return { openbell, server };
}

const signIn = (openbell: Openbell, email: string): Promise<unknown> =>
  openbell.session.signIn({ type: 'manual', email, password: demoPassword, remember: true });

/** Renders one word per feature. */
function Everything(): ReactNode {
  useTradeFlash();
  const shown = {
    news: useNews().state.status,
    courses: useCourseList().state.status,
    devices: useDevices().state.status,
    alerts: useAlerts().state.status,
    details: useTickerDetails('AAPL').status,
    chart: usePriceChart('AAPL', '1d').status,
    trades: useTimeSales('').status,
    feed: useOptionsFeed().status,
  };
  return <output>{Object.values(shown).join(' ')}</output>;
}

const shows = (text: string): Promise<void> =>
  until(() => expect(screen.getByRole('status').textContent).toBe(text));

test('reloads after sign-in when the first load was rejected with 401', async () => {
  const { openbell } = open();
  openbell.start();
  render(
    <StrictMode>
      <OpenbellProvider openbell={openbell}>
        <Everything />
      </OpenbellProvider>
    </StrictMode>,
  );
  await shows('failed failed failed failed failed failed failed refused');
  await act(() => signIn(openbell, 'subscriber@openbell.test'));
  await shows('ready ready ready ready loaded loaded loaded live');
});

test('loads mounted components once the session is known', async () => {
  const { openbell } = open();
  function Early(): ReactNode {
    return <output>{useNews().state.status}</output>;
  }
  render(
    <OpenbellProvider openbell={openbell}>
      <Early />
    </OpenbellProvider>,
  );
  await shows('failed');
  await act(async () => {
    openbell.start();
    await signIn(openbell, 'member@openbell.test');
  });
  await shows('ready');
});

test('reloads mounted components once after sign-in, and no unmounted ones', async () => {
  const { openbell, server } = open();
  openbell.start();
  function Shown(): ReactNode {
    return <output>{useNews().state.status}</output>;
  }
  const { unmount } = render(
    <OpenbellProvider openbell={openbell}>
      <Shown />
    </OpenbellProvider>,
  );
  await shows('failed');
  const requestCount = (): number => server.calls.filter(({ path }) => path.includes('/news-list')).length;
  expect(requestCount()).toBe(1);
  await act(() => signIn(openbell, 'subscriber@openbell.test'));
  await shows('ready');
  await until(() => expect(openbell.session.$isSubscribed.get()).toBe(true));
  expect(requestCount()).toBe(2);
  unmount();
  await act(() => openbell.session.signOut());
  await act(() => signIn(openbell, 'subscriber@openbell.test'));
  await until(() => expect(openbell.session.$isSubscribed.get()).toBe(true));
  expect(requestCount()).toBe(2);
});

test('loads the factors of the member who signs in while the component is mounted', async () => {
  const { openbell, server } = open();
  openbell.start();
  await signIn(openbell, 'member@openbell.test');
  function Shown(): ReactNode {
    return <output>{useFactors().state.status}</output>;
  }
  render(
    <OpenbellProvider openbell={openbell}>
      <Shown />
    </OpenbellProvider>,
  );
  await shows('ready');
  await act(() => signIn(openbell, 'subscriber@openbell.test'));
  await shows('ready');
  expect(server.calls.filter(({ name }) => name === 'factors')).toHaveLength(2);
});

test('makes all components live when the host starts the library in a later effect', async () => {
  const stored = createMemoryStorage();
  const { openbell: before, server } = open(undefined, stored);
  const stop = before.start();
  await signIn(before, 'subscriber@openbell.test');
  stop();
  before.destroy();

  const { openbell } = open(server, stored);
  function Host({ children }: { readonly children: ReactNode }): ReactNode {
    useEffect(() => openbell.start(), []);
    return <OpenbellProvider openbell={openbell}>{children}</OpenbellProvider>;
  }
  render(
    <Host>
      <Everything />
    </Host>,
  );
  await shows('ready ready ready ready loaded loaded loaded live');
});
