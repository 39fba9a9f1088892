import { createApiClient } from '@openbell/core/api-client';
import { createTickerSearch, type TickerSearchState } from '@openbell/core/ticker-search';

const input = document.querySelector<HTMLInputElement>('#ticker');
const list = document.querySelector<HTMLUListElement>('#options');
if (input === null || list === null) throw new Error('The page has no ticker field.');

const search = createTickerSearch({ api: createApiClient({ baseUrl: '/api' }), debounceMs: 50 });
input.addEventListener('input', () => search.type(input.value));
search.$state.subscribe((state: TickerSearchState) => {
  list.replaceChildren(
    ...state.options.map((option) =>
      Object.assign(document.createElement('li'), { textContent: option.label }),
    ),
  );
});
