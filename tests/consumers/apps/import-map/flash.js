import { createOptionsFeed } from '@openbell/core/options-feed';
import { createTradeFlash } from '@openbell/core/trade-flash';

const feed = createOptionsFeed({
  url: '/options?speed=10',
  auth: () => localStorage.getItem('openbell:accessToken'),
});
const flash = createTradeFlash({ feed });

feed.$state.subscribe(({ status }) => {
  document.querySelector('[role="status"]').textContent = status;
});
flash.$state.subscribe(({ trades }) => {
  document.querySelector('ul').replaceChildren(
    ...trades.map(({ sym, size, dollars }) => {
      const item = document.createElement('li');
      item.textContent = `${sym} × ${size} = $${dollars}`;
      return item;
    }),
  );
});
const stop = flash.start();
document.querySelector('button').addEventListener('click', stop);
