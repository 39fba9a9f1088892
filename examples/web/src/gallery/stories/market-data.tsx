import type { Openbell } from '@openbell/core';
import { createTradeTable, defaultWidths, type SortedRows } from '@openbell/core/time-sales';
import { useTimeSales } from '@openbell/react-hooks';
import {
  type MarketDataTab,
  MarketDataTabs,
  marketDataTabs,
  PriceChartView,
  TickerDetailsView,
  TickerSearch,
  TimeSalesGrid,
  TimeSalesPanel,
  TradeFlashPanel,
  TradeTape,
} from '@openbell/ui';
import { type Responses, Stage, type StageProps } from '../Stage.tsx';
import { candles, details, NOW, people, trades } from '../sample-data.ts';
import { long, nothing, type Story } from '../story.ts';

const base = '/app/marketdata';
const responses: Responses = {
  [`${base}/ticker-details/AAPL`]: { body: { data: { results: details } } },
  [`${base}/candles/AAPL`]: { body: { data: candles } },
  [`${base}/time-sale`]: { body: { data: trades, biggest_data: trades.slice(0, 3) } },
  [`${base}/ticker`]: { body: { data: [{ label: 'SPY', value: 'SPY' }] } },
};
const failed: Responses = Object.fromEntries(
  Object.keys(responses).map((path) => [path, { status: 500, body: { message: 'Server error' } }]),
);
const none: Responses = {
  [`${base}/ticker-details/AAPL`]: { body: { data: { results: null } } },
  [`${base}/candles/AAPL`]: { body: { data: [] } },
  [`${base}/time-sale`]: { body: { data: [], biggest_data: [] } },
};
/** States by name, with the responses that cause them. */
const states: readonly (readonly [string, Responses])[] = [
  ['ready', responses],
  ['loading', {}],
  ['empty', none],
  ['failed', failed],
];

const flashTrades = Array.from({ length: 14 }, (_, id) => ({
  id,
  sym: 'O:SPY261219C00612000',
  option: {
    root: id % 2 ? 'SPY' : 'NVDA',
    expiry: '2026-12-19',
    type: id % 3 ? ('call' as const) : ('put' as const),
    strike: 612,
  },
  time: NOW - (14 - id) * 4000,
  price: 1.15 + id,
  size: 120 + id * 40,
  dollars: (1.15 + id) * (120 + id * 40) * 100,
  conditions: [],
  exchange: 300,
  isLate: id === 4,
  isCanceled: id === 6,
}));
const statusFrame = (status: string) => [{ ev: 'status', status, message: status }];
const frames: NonNullable<StageProps['frames']> = [
  ...['connected', 'auth_success', 'success'].map(statusFrame),
  flashTrades.map(({ sym, price, size, time }) => ({ ev: 'T', sym, p: price, s: size, c: [209], t: time })),
];

const played = (child: StageProps['children'], parts: Partial<StageProps> = {}) => (
  <Stage as={people.subscriber} responses={responses} {...parts}>
    {child}
  </Stage>
);
const tabs = (tab: MarketDataTab) => (
  <MarketDataTabs tab={tab} ticker="" onTabChange={nothing} onTickerChange={nothing} />
);

function Grid({ openbell }: { openbell: Openbell }) {
  const { rows, sort, widths } = useTimeSales('', openbell.timeSales);
  return <TimeSalesGrid rows={rows} sort={sort} widths={widths} onSort={nothing} onResize={nothing} />;
}

const table = createTradeTable();
table.add(trades);

/** More rows than a browser can lay out; each is created on access. */
const million: SortedRows = {
  count: 1_000_000,
  at: (place) => {
    const trade = table.row(0);
    return trade === null || place < 0 || place >= 1_000_000 ? null : { ...trade, qty: place + 1 };
  },
  indexAt: (place) => place,
};

export const marketDataStories: readonly Story[] = [
  ...marketDataTabs.map(
    (tab): Story => ({
      of: ['MarketDataTabs'],
      state: tab,
      wide: true,
      draw: () => played(tabs(tab), { frames }),
    }),
  ),
  ...states.flatMap(([state, given]): Story[] => [
    {
      of: ['TickerDetailsView'],
      state,
      draw: () => played(<TickerDetailsView ticker="AAPL" />, { responses: given }),
    },
    {
      of: ['PriceChartView'],
      state,
      draw: () => played(<PriceChartView ticker="AAPL" />, { responses: given }),
    },
    {
      of: ['TimeSalesPanel'],
      state,
      wide: true,
      draw: () => played(<TimeSalesPanel ticker="SPY" />, { responses: given, frames }),
    },
  ]),
  { of: ['TickerDetailsView'], state: 'no ticker', draw: () => played(<TickerDetailsView ticker="" />) },
  {
    of: ['TimeSalesGrid'],
    state: 'sorted by quantity',
    wide: true,
    draw: () => played((openbell) => <Grid openbell={openbell} />),
  },
  {
    of: ['TimeSalesGrid'],
    state: 'a million rows',
    wide: true,
    draw: () => (
      <TimeSalesGrid
        rows={million}
        sort={null}
        widths={defaultWidths()}
        onSort={nothing}
        onResize={nothing}
      />
    ),
  },
  { of: ['TickerSearch'], state: 'empty', draw: () => played(<TickerSearch onChoose={nothing} />) },
  {
    of: ['TickerSearch'],
    state: 'searching',
    draw: () =>
      played(<TickerSearch onChoose={nothing} />, {
        responses: {},
        arrange: ({ tickerSearch }) => {
          tickerSearch.type(long);
          tickerSearch.search();
        },
      }),
  },
  {
    of: ['TradeFlashPanel'],
    state: 'live',
    wide: true,
    draw: () => played(<TradeFlashPanel ticker="" />, { frames }),
  },
  {
    of: ['TradeFlashPanel'],
    state: 'connecting',
    wide: true,
    draw: () => played(<TradeFlashPanel ticker="" />),
  },
  {
    of: ['TradeTape'],
    state: 'trades, one late, one cancelled',
    draw: () => <TradeTape trades={flashTrades} largest={600_000} />,
  },
  { of: ['TradeTape'], state: 'empty', draw: () => <TradeTape trades={[]} largest={1} /> },
];
