import { createApiClient } from '@openbell/core/api-client';
import { createTickerSearch } from '@openbell/core/ticker-search';

const search = createTickerSearch({ api: createApiClient({ baseUrl: '/api' }) });
const list = document.querySelector('#options');

document.querySelector('#ticker').addEventListener('input', (event) => search.type(event.target.value));
search.$state.subscribe(({ options }) => {
  list.replaceChildren(
    ...options.map(({ label }) => Object.assign(document.createElement('li'), { textContent: label })),
  );
});
