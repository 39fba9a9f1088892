// The market page's URL holds the tab and the ticker, ignores invalid values, and supports Back.
import { createSiteFeatures } from '@openbell/core/site-features';
import { OpenbellProvider } from '@openbell/react-hooks';
import { createFakeTime, createMemoryStorage } from '@openbell/testing';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import MarketDataPage from '../../../examples/web/src/pages/market/market-data-page.tsx';
import { MembersHost } from '../../../examples/web/src/site/members/members-context.tsx';

async function open(query: string) {
  const site = createSiteFeatures({
    apiUrl: 'https://site.test/api',
    ports: {
      ...createFakeTime(),
      localStorage: createMemoryStorage(),
      sessionStorage: createMemoryStorage(),
      // Requests never resolve; only the requests themselves are checked.
      fetch: () => new Promise(() => {}),
    },
  });
  const router = createMemoryRouter([{ path: '/market-data', element: <MarketDataPage /> }], {
    initialEntries: [`/market-data${query}`],
  });
  render(
    <OpenbellProvider openbell={site}>
      <MembersHost site={site}>
        <RouterProvider router={router} />
      </MembersHost>
    </OpenbellProvider>,
  );
  const tab = () => screen.getByRole('tab', { selected: true }).textContent;
  const ticker = () => document.querySelector('.ob-market-ticker')?.textContent;
  return {
    router,
    shown: () => [tab(), ticker()],
    press: (name: string, role: 'tab' | 'button' = 'tab') =>
      act(async () => fireEvent.click(screen.getByRole(role, { name }))),
  };
}

test.each([
  ['', ['Details', 'AAPL']],
  ['?tab=graph&ticker=nvda', ['Graph', 'NVDA']],
  ['?tab=time-sales', ['Options Time & Sales', 'All tickers']],
  ['?tab=trade-flash&ticker=BRK.B', ['Trade Flash', 'BRK.B']],
  ['?tab=nonsense&ticker=..%2Fsecrets', ['Details', 'AAPL']],
  ['?ticker=%3Cscript%3E', ['Details', 'AAPL']],
])('the address %j shows %j [market.address]', async (query, shown) => {
  const page = await open(query);
  expect(page.shown()).toEqual(shown);
});

test('keeps tab and ticker in the address, and Back and Forward restore them [market.address]', async () => {
  const page = await open('?tab=details&ticker=SPY');
  await page.press('Options Time & Sales');
  expect(page.router.state.location.search).toBe('?tab=time-sales&ticker=SPY');
  await page.press('Show all tickers', 'button');
  expect(page.router.state.location.search).toBe('?tab=time-sales');
  await act(() => page.router.navigate(-1));
  expect(page.shown()).toEqual(['Options Time & Sales', 'SPY']);
  await act(() => page.router.navigate(-1));
  expect(page.shown()).toEqual(['Details', 'SPY']);
  await act(() => page.router.navigate(2));
  expect(page.shown()).toEqual(['Options Time & Sales', 'All tickers']);
});
