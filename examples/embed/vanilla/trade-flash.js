import { optionLabel } from '@openbell/core/option-symbol';
import { createOptionsFeed } from '@openbell/core/options-feed';
import { createTradeFlash } from '@openbell/core/trade-flash';

const feed = createOptionsFeed({ url: 'wss://delayed.polygon.io/options', auth: () => 'YOUR KEY' });
const flash = createTradeFlash({ feed });
flash.$state.subscribe(({ trades }) => {
  const line = ({ sym, size, dollars }) => `${optionLabel(sym)} × ${size} = $${dollars}`;
  document.querySelector('output').value = trades.map(line).join('\n');
});
flash.start();
