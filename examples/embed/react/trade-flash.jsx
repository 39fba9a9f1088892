import { createOpenbell } from '@openbell/core';
import { OpenbellProvider } from '@openbell/react-hooks';
import { TradeFlashPanel } from '@openbell/ui/market-data';
import { createRoot } from 'react-dom/client';
import '@openbell/ui/styles.css';

const feed = { optionsFeedUrl: 'wss://delayed.polygon.io/options', optionsFeedAuth: () => 'YOUR KEY' };
createRoot(document.getElementById('root')).render(
  <OpenbellProvider openbell={createOpenbell({ apiUrl: '/api', ...feed })}>
    <TradeFlashPanel ticker="" />
  </OpenbellProvider>,
);
