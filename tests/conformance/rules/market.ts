import type { Rule } from '../rule.ts';

/** Market data: product.md 2, 3, 4, 5, 7, 8 and 9; decisions.md 3, 6, 10, 11 and 12. */
export const marketRules: readonly Rule[] = [
  {
    id: 'time-sales.filters',
    source: 'product.md 2',
    rule: 'Time & Sales shows the trades of a selection (side, calls or puts, exchange, size, premium, expiry, moneyness) in any order.',
  },
  {
    id: 'time-sales.totals',
    source: 'product.md 9',
    rule: 'Premium is price × size × 100 dollars, summed by side and by right for the selected trades.',
  },
  {
    id: 'time-sales.flow',
    source: 'product.md 9',
    rule: 'Net flow by minute is the premium bought less the premium sold, for calls and puts.',
  },
  {
    id: 'time-sales.live-merge',
    source: 'product.md 4',
    rule: 'Rows that come while the table is sorted stand where a sort of all of them would put them.',
  },
  {
    id: 'time-sales.live',
    source: 'product.md 2',
    rule: 'Trades of the options feed reach Time & Sales of the shown ticker as they are made, at their place in the present order and selection.',
  },
  {
    id: 'time-sales.live-row',
    source: 'decisions.md 6',
    rule: 'A live row has what the print says; its side and quote are unknown, since a print carries none.',
  },
  {
    id: 'time-sales.live-once',
    source: 'decisions.md 6',
    rule: 'A trade that the load and the feed both give stands there once; one that came while the rows were on their way, or that is older than the last of them, is not lost.',
  },
  {
    id: 'time-sales.live-break',
    source: 'decisions.md 6',
    rule: 'After a break of the feed, which replays nothing, the rows are loaded again.',
  },
  {
    id: 'time-sales.live-off',
    source: 'decisions.md 12',
    rule: 'Live trades come for one ticker, and for all when that is chosen; turned off, nothing is connected, and the choice is kept.',
  },
  {
    id: 'time-sales.carried-on',
    source: 'product.md 9',
    rule: 'Totals and net flow are carried on as trades come, and are what a plain reduce over all of them gives, cancels included.',
  },
  {
    id: 'market.session-states',
    source: 'decisions.md 6',
    rule: 'Each state of the provider’s session (connecting, live, refused, evicted, lost, interrupted, slow) is shown, and is left again.',
  },
  {
    id: 'time-sales.csv',
    source: 'product.md 2',
    rule: 'What is shown can be saved as CSV, and no text in it runs as a formula.',
  },
  {
    id: 'market.tabs',
    source: 'product.md 2',
    rule: 'Market data has the tabs Details, Graph, Options Time & Sales and Trade Flash, each with a search for a ticker.',
  },
  { id: 'market.default-ticker', source: 'product.md 9', rule: 'Details and Graph open on AAPL.' },
  {
    id: 'market.graph',
    source: 'product.md 2',
    rule: 'The Graph tab shows the prices of the ticker as candles.',
  },
  {
    id: 'market.resize',
    source: 'product.md 2',
    rule: 'The columns of Time & Sales can be resized, by pointer and by keyboard.',
  },
  {
    id: 'market.ticker-details',
    source: 'product.md 3',
    rule: 'Ticker details show name, ticker, market, exchange, market cap, description, phone, address, homepage and logo; what is unknown says so.',
  },
  {
    id: 'market.row',
    source: 'product.md 3',
    rule: 'A row has time, option, quantity, price, exchange, market, delta, IV, underlying and condition, as they came.',
  },
  {
    id: 'market.row-side',
    source: 'product.md 3',
    rule: 'Type 1 is bought and green, 3 sold and red, any other the default colour; told apart without colour, too.',
  },
  {
    id: 'market.biggest',
    source: 'product.md 3',
    rule: "The answer's biggest_data is shown as Today’s Biggest.",
  },
  {
    id: 'market.sort-cycle',
    source: 'product.md 4',
    rule: 'A click on a sortable header gives ascending, descending, none.',
  },
  {
    id: 'market.sort-default',
    source: 'product.md 4',
    rule: 'Time & Sales is sorted by quantity, descending, at first.',
  },
  {
    id: 'market.sort-stable',
    source: 'product.md 4',
    rule: 'Every column sorts as a plain stable sort does.',
  },
  {
    id: 'market.autoscroll',
    source: 'product.md 4',
    rule: 'Trade Flash scrolls to the newest trade unless the person has scrolled up.',
  },
  {
    id: 'market.search-exact',
    source: 'product.md 5',
    rule: 'An exact label goes first; then at most ten tickers are kept, without one all.',
  },
  {
    id: 'market.search-duplicates',
    source: 'product.md 5',
    rule: 'Of tickers with the same label the first stays.',
  },
  {
    id: 'market.big-delta',
    source: 'product.md 5',
    rule: 'Trade Flash keeps trades of more than 100 contracts, and those with condition 15, 16 or 37.',
  },
  {
    id: 'market.ticker-call',
    source: 'product.md 7',
    rule: 'GET /app/marketdata/ticker answers a list of label and value.',
  },
  {
    id: 'market.details-call',
    source: 'product.md 7',
    rule: 'GET /app/marketdata/ticker-details/{ticker} answers the results of the ticker.',
  },
  {
    id: 'market.time-sale-call',
    source: 'product.md 7',
    rule: 'POST /app/marketdata/time-sale takes a ticker, empty for all, and answers data and biggest_data.',
  },
  {
    id: 'market.second-socket',
    source: 'product.md 7',
    rule: 'The options socket sends auth, subscribes to all trades and receives trade events.',
  },
  {
    id: 'market.load-errors',
    source: 'product.md 8',
    rule: 'Failed loads of tickers and of time & sales are logged; what was there stays.',
  },
  {
    id: 'market.empty-texts',
    source: 'product.md 8',
    rule: "'No Data Available', 'No Big Delta Trades Available', 'No tickers found', 'Please type to search' and 'No details available for this ticker.' stand where there is nothing.",
  },
  {
    id: 'market.search-debounce',
    source: 'product.md 9',
    rule: 'A ticker is searched for when nothing was typed for 2000 ms.',
  },
  {
    id: 'market.autoscroll-100',
    source: 'product.md 9',
    rule: 'The tape follows while it is at most 100 px above its end.',
  },
  { id: 'market.widths', source: 'product.md 9', rule: 'The columns have the specified order and widths.' },
  { id: 'market.min-width', source: 'product.md 9', rule: 'No column gets narrower than 60 px.' },
  {
    id: 'market.dollars',
    source: 'product.md 9',
    rule: 'A flash is worth price × size × 100 dollars, exact to the cent.',
  },
  {
    id: 'market.settings-garbage',
    source: 'decisions.md 3',
    rule: 'Garbage in what market data keeps reads as not chosen.',
  },
  {
    id: 'market.settings-end',
    source: 'decisions.md 3',
    rule: 'How market data was set up survives a 401 and ends with log-out.',
  },
  {
    id: 'market.scanner',
    source: 'decisions.md 6',
    rule: 'A frame is read exactly as JSON.parse and the rule read it, whatever its key order, spacing or unknown fields.',
  },
  {
    id: 'market.refused',
    source: 'decisions.md 6',
    rule: 'auth_failed is final: only the person tries again.',
  },
  {
    id: 'market.eviction',
    source: 'decisions.md 6',
    rule: 'max_connections backs off slowly; the back-off begins anew only when data has come.',
  },
  {
    id: 'market.symbols',
    source: 'decisions.md 6',
    rule: 'Symbols are read from the tail, with or without O:; what does not parse is counted and skipped.',
  },
  {
    id: 'market.cancels',
    source: 'decisions.md 6',
    rule: '201, 203, 205 and 207 take an earlier print back: the tape marks it, totals leave it out.',
  },
  { id: 'market.late', source: 'decisions.md 6', rule: '202, 204, 206 and 208 are marked late.' },
  { id: 'market.multiplier', source: 'decisions.md 6', rule: 'The multiplier is an option for each symbol.' },
  {
    id: 'market.dedupe',
    source: 'decisions.md 6',
    rule: 'Trades are told apart by symbol and sequence after a reconnect.',
  },
  {
    id: 'market.one-upstream',
    source: 'decisions.md 6',
    rule: 'The server holds one connection to the provider for all browsers; the key reaches none.',
  },
  {
    id: 'market.upstream-back',
    source: 'decisions.md 6',
    rule: 'When the provider is away browsers are told, and the server connects again by itself.',
  },
  {
    id: 'market.slow-browser',
    source: 'decisions.md 6',
    rule: 'A slow browser misses trades and is told how many; the others get every one.',
  },
  {
    id: 'market.feed-ends',
    source: 'decisions.md 6',
    rule: 'The options feed ends with the session (4401) and with the subscription (4403).',
  },
  {
    id: 'market.search-order',
    source: 'decisions.md 10',
    rule: 'Exact label first, case folded, then shortest, then the order given.',
  },
  { id: 'market.search-enter', source: 'decisions.md 10', rule: 'Enter searches at once.' },
  {
    id: 'market.search-late',
    source: 'decisions.md 10',
    rule: "An answer that is not the latest question's is dropped.",
  },
  {
    id: 'market.newest-rows',
    source: 'decisions.md 11',
    rule: 'Time & Sales of all gives the newest 50,000 rows.',
  },
  {
    id: 'market.grid-keys',
    source: 'decisions.md 12',
    rule: 'The grid is one stop of the Tab key, which moves with the arrows, Home, End, Page Up and Page Down, drawn row or not.',
  },
  {
    id: 'market.grid',
    source: 'decisions.md 12',
    rule: "The grid's headers carry aria-sort, a resize handle is a separator that takes arrow keys, and the tape has 'Scroll to bottom'.",
  },
  {
    id: 'embed.trade-flash',
    source: 'product.md 7',
    rule: "Trade flash works in a page of somebody else over the provider's own socket, in plain JavaScript in ten lines and in React.",
  },
  {
    id: 'market.symbol-format',
    source: 'product.md 9',
    rule: 'An option symbol is the root, yymmdd, C or P and the strike times 1000 in eight digits; what is written is read back, padded and prefixed or not.',
  },
  {
    id: 'market.symbol-malformed',
    source: 'decisions.md 6',
    rule: 'A malformed symbol is a value; reading one never throws.',
  },
  {
    id: 'market.row-lenient',
    source: 'product.md 3',
    rule: 'Rows are read as the contract reads them: a type other than 1 and 3 is neither side, a contract type other than 1 is a put; what cannot be read is counted and left out.',
  },
  {
    id: 'market.view-kept',
    source: 'decisions.md 3',
    rule: 'Column widths, order and filters of Time & Sales are kept and found again.',
  },
  {
    id: 'market.rows-late',
    source: 'decisions.md 10',
    rule: 'A late answer to an earlier ticker never replaces the rows of the later one.',
  },
  {
    id: 'market.details-late',
    source: 'decisions.md 10',
    rule: 'A late answer for another ticker is dropped, and a failed one keeps the last good details.',
  },
  {
    id: 'market.candles',
    source: 'decisions.md 4',
    rule: 'The graph asks for a year of daily candles up to now.',
  },
  {
    id: 'market.tape-frame',
    source: 'product.md 2',
    rule: 'However many trades come, the tape is shown anew at most once a frame.',
  },
  {
    id: 'market.tape-bounded',
    source: 'product.md 2',
    rule: 'The tape holds a bounded number of trades, the newest.',
  },
  {
    id: 'market.tape-pause',
    source: 'product.md 2',
    rule: 'A paused tape stands still and counts what waits; resumed it has everything.',
  },
  {
    id: 'market.lag',
    source: 'decisions.md 6',
    rule: 'The lag is the time from a trade to its arrival, the median of about a second; late prints say nothing of it.',
  },
  {
    id: 'market.alerts-off',
    source: 'product.md 2',
    rule: 'Sound and notifications of big trades are off until the person turns them on; nobody is asked before.',
  },
  {
    id: 'market.alerts-premium',
    source: 'product.md 2',
    rule: 'An alert is given for trades over the chosen premium, at most one tone in two seconds.',
  },
  {
    id: 'market.weight',
    source: 'product.md 2',
    rule: 'Each line of the tape shows its weight by a bar: the root of its share of the largest, under the words.',
  },
  {
    id: 'market.choose-ticker',
    source: 'product.md 8',
    rule: "'Please select a ticker to view details.' stands where no ticker is chosen.",
  },
  {
    id: 'market.ticker-option',
    source: 'product.md 3',
    rule: 'A ticker option is shown by its label and chosen by its value.',
  },
  {
    id: 'market.chart-widget',
    source: 'product.md 7',
    rule: 'Where it is configured, the Graph tab shows the chart provider’s widget, in a frame of its own.',
  },
  {
    id: 'market.address',
    source: 'product.md 2',
    rule: 'The tab and the ticker of market data live in the address, and every tab shows the ticker that it names.',
  },
  {
    id: 'market.alerts-notify',
    source: 'product.md 2',
    rule: 'Turned on, a notification tells a trade over the premium at once, then at most one in ten seconds.',
  },
  {
    id: 'market.upstream-session',
    source: 'decisions.md 6',
    rule: 'The server’s own connection backs off when it is evicted and while the provider is away, and begins anew when data has come.',
  },
  {
    id: 'market.sandbox-feed',
    source: 'decisions.md 6',
    rule: 'The sandbox feed replays at the pace of the real one, or as many times faster as is asked for.',
  },
  {
    id: 'market.sandbox-day',
    source: 'decisions.md 7',
    rule: 'The simulated day has at least 500,000 trades.',
  },
  {
    id: 'time-sales.labels',
    source: 'decisions.md 6',
    rule: 'A row says whether it is a sweep, a block or part of a multi-leg trade.',
  },
  {
    id: 'market.trade-event',
    source: 'product.md 3',
    rule: 'A frame may hold statuses and live trade events (ev T, sym, s, p, c, t) together; each is heard.',
  },
  {
    id: 'market.handshake',
    source: 'decisions.md 6',
    rule: 'A hand-shake that stops is given up and tried again.',
  },
  { id: 'market.frame-garbage', source: 'product.md 8', rule: 'An invalid frame is logged and ignored.' },
  {
    id: 'market.one-socket',
    source: 'decisions.md 6',
    rule: 'The second socket is opened once for all that need it, and closed with the last of them.',
  },
  {
    id: 'market.feed-online',
    source: 'decisions.md 6',
    rule: 'A lost options feed is tried again at once when the browser comes back online; offline is a lost one, though nobody has closed it.',
  },
  {
    id: 'market.interrupted',
    source: 'decisions.md 6',
    rule: 'While the provider is away the page says so, until the next trade or connection.',
  },
  {
    id: 'market.left-out',
    source: 'decisions.md 6',
    rule: 'The page shows how many trades a slow connection has missed.',
  },
  {
    id: 'market.candles-call',
    source: 'decisions.md 4',
    rule: 'GET /app/marketdata/candles answers daily candles, and refuses times that are none.',
  },
  {
    id: 'market.tape-ticker',
    source: 'product.md 7',
    rule: 'time-sale narrows to one ticker; an unknown one is empty, an impossible one 422.',
  },
  {
    id: 'market.feed-silence',
    source: 'decisions.md 6',
    rule: 'An options feed that says nothing for a minute is spoken to, so that a connection of which only one end is left does not pass for live.',
  },
  {
    id: 'market.feed-token',
    source: 'decisions.md 6',
    rule: 'An unknown token is answered auth_failed and closed with 4401.',
  },
  {
    id: 'market.feed-subscribers',
    source: 'product.md 6',
    rule: 'Live trades are for subscribers: a member without a plan is closed with 4403.',
  },
  {
    id: 'market.feed-contracts',
    source: 'decisions.md 6',
    rule: 'A browser hears only of the contracts that it subscribed to.',
  },
  {
    id: 'market.feed-ten',
    source: 'decisions.md 6',
    rule: 'One person has at most ten connections: the oldest gives way with max_connections.',
  },
  {
    id: 'market.provider-tape',
    source: 'decisions.md 6',
    rule: 'The real provider’s tape joins quotes only to trades of their minute.',
  },
  {
    id: 'market.provider-key',
    source: 'decisions.md 6',
    rule: 'The provider’s key goes in a header, never in an address.',
  },
  {
    id: 'market.provider-limits',
    source: 'decisions.md 6',
    rule: 'An answer of the provider that never ends, in time or in length, is given up.',
  },
  {
    id: 'market.provider-failures',
    source: 'decisions.md 4',
    rule: 'While the provider fails, whatever the way, market calls answer 503 with Retry-After and nothing of the provider’s.',
  },
  {
    id: 'market.copy-row',
    source: 'decisions.md 12',
    rule: 'The active row can be copied as tab-separated values.',
  },
  {
    id: 'market.try-again',
    source: 'our own',
    rule: 'Market data that failed to load is tried again by itself, and at once when the page is back in front or online.',
  },
  {
    id: 'market.tape-sweep',
    source: 'decisions.md 6',
    rule: 'The tape marks intermarket sweeps.',
  },
  {
    id: 'market.sort-first-row',
    source: 'our own',
    rule: 'A click on a header of a scrolled table shows the first rows of the new order.',
  },
];
