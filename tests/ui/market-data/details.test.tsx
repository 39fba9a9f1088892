// Details and Graph, field by field.
import { createOpenbell } from '@openbell/core';
import { createTickerDetails } from '@openbell/core/ticker-details';
import { createTickerSearch } from '@openbell/core/ticker-search';
import { OpenbellProvider } from '@openbell/react-hooks';
import { createFakeApi, settle } from '@openbell/testing';
import { MarketDataTabs, TickerDetailsView, TickerSearch } from '@openbell/ui';
import { act, render, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { apple, chooseTicker, detailsPath, searchTicker, suggestingBox, tickerPath } from './market-page.tsx';

async function showDetails(results: unknown) {
  const api = createFakeApi(settle);
  const view = render(<TickerDetailsView ticker="AAPL" loader={createTickerDetails({ api })} />);
  await act(() => api.latest(detailsPath).succeed({ results }));
  const facts = [...view.container.querySelectorAll('.ob-company-fact')].map((fact) =>
    [...fact.children].map((part) => part.textContent ?? ''),
  );
  return { view, facts: Object.fromEntries(facts) as Readonly<Record<string, string>> };
}

describe('ticker details', () => {
  test('shows all known fields, with the address on one line and the homepage as a link [market.ticker-details]', async () => {
    const { view, facts } = await showDetails(apple);
    expect(facts).toEqual({
      Market: 'stocks',
      'Primary exchange': 'XNAS',
      'Market cap': '$3.97T',
      Phone: '408-996-1010',
      Address: 'One Apple Park Way, Cupertino, CA 95014',
      Homepage: 'www.apple.com',
    });
    expect(screen.getByRole('heading', { name: 'Apple Inc.' })).toBeTruthy();
    expect(screen.getByText('AAPL')).toBeTruthy();
    expect(screen.getByText('Designs phones.')).toBeTruthy();
    expect(screen.getByRole('link').getAttribute('href')).toBe('https://www.apple.com');
    expect(view.container.querySelector('img')?.getAttribute('src')).toContain('/api/logos/AAPL.svg');
  });

  test('marks unknown fields and renders an unsafe homepage as text [market.ticker-details]', async () => {
    const { view, facts } = await showDetails({
      ...apple,
      name: '',
      market: '',
      primary_exchange: '',
      market_cap: null,
      phone_number: '',
      address: { address1: '', city: '', postal_code: '', state: '' },
      homepage_url: 'javascript:alert(1)',
      branding: { logo_url: null },
    });
    expect(Object.entries(facts).filter(([, value]) => value === 'Unknown')).toHaveLength(5);
    expect(view.container.querySelector('a')).toBeNull();
    expect(screen.getByRole('heading', { name: 'AAPL' })).toBeTruthy();
  });

  test('asks for a ticker when none is chosen [market.choose-ticker]', () => {
    const api = createFakeApi(settle);
    render(<TickerDetailsView ticker="" loader={createTickerDetails({ api })} />);
    expect(screen.getByText('Please select a ticker to view details.')).toBeTruthy();
    expect(api.requests).toHaveLength(0);
  });
});

describe('a ticker option', () => {
  test('shows the label and selects the value [market.ticker-option]', async () => {
    const api = createFakeApi(settle);
    const chosen: string[] = [];
    render(
      <TickerSearch search={createTickerSearch({ api })} onChoose={(ticker) => void chosen.push(ticker)} />,
    );
    await suggestingBox();
    await searchTicker(api, 'spd', [{ label: 'SPDR S&P 500', value: 'SPY' }]);
    expect(api.latest(tickerPath).input.query).toEqual({ q: 'spd' });
    await chooseTicker('SPDR S&P 500');
    expect(chosen).toEqual(['SPY']);
  });
});

describe('the tabs prop of MarketDataTabs', () => {
  test('shows only the given tabs, and no search without the details tab', () => {
    const openbell = createOpenbell({ apiUrl: '/api' });
    render(
      <OpenbellProvider openbell={openbell}>
        <MarketDataTabs
          tab="trade-flash"
          tabs={['trade-flash']}
          ticker=""
          onTabChange={() => {}}
          onTickerChange={() => {}}
        />
      </OpenbellProvider>,
    );
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Trade Flash']);
    expect(screen.queryByRole('combobox', { name: 'Search ticker' })).toBeNull();
    openbell.destroy();
  });
});

describe('the TradingView widget', () => {
  test('shows the ticker in the theme inside an iframe, without scripts in the page [market.chart-widget]', async () => {
    const openbell = createOpenbell({ apiUrl: '/api' });
    const { container } = render(
      <OpenbellProvider openbell={openbell}>
        <MarketDataTabs
          tab="graph"
          ticker="BRK.B"
          chartWidget
          search={createTickerSearch({ api: createFakeApi(settle) })}
          onTabChange={() => {}}
          onTickerChange={() => {}}
        />
      </OpenbellProvider>,
    );
    const frameOf = () => screen.getByTitle<HTMLIFrameElement>('Price chart of BRK.B');
    const frame = frameOf();
    const address = new URL(frame.src);
    expect(address.origin).toBe('https://s.tradingview.com');
    expect(address.searchParams.get('symbol')).toBe('BRK.B');
    expect(address.searchParams.get('theme')).toBe('light');
    await act(async () => openbell.theme.choose('dark'));
    expect(new URL(frameOf().src).searchParams.get('theme')).toBe('dark');
    // Another URL in the same frame would be a step of the browser's history.
    expect(frame.isConnected).toBe(false);
    expect(container.querySelector('script')).toBeNull();
    // The widget needs its own origin's storage and opens links in new tabs; nothing else is allowed.
    expect(frameOf().getAttribute('sandbox')).toBe('allow-scripts allow-same-origin allow-popups');
    openbell.destroy();
  });
});
