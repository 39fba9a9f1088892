import { atom } from 'nanostores';
import { type NewsItem, newsListEndpoint } from '../contract/index.ts';
import { loadFailure } from '../shared/failures.ts';
import { createFlight } from '../shared/flight.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import { orderNews } from './news.rules.ts';
import type { News, NewsError, NewsOptions, NewsState } from './news.types.ts';

type Outcome = Result<readonly NewsItem[], NewsError>;

/** Creates the market news for members (`GET /app/news-list`). */
export function createNews(options: NewsOptions): News {
  const { api, onError } = options;
  const $state = atom<NewsState>({ status: 'idle', items: [] });
  const flight = createFlight<Outcome>();

  async function fetchNews(signal: AbortSignal): Promise<Outcome> {
    $state.set({ status: 'loading', items: $state.get().items });
    const response = await api.request(newsListEndpoint, { signal });
    const mine = flight.end(signal);
    if (response.ok) {
      const items = orderNews(response.data);
      if (mine) $state.set({ status: 'ready', items });
      return succeed(items);
    }
    const error: NewsError = { code: `news-${loadFailure(response)}` };
    if (mine) {
      onError?.({ where: 'news', error: response });
      $state.set({ status: 'failed', items: $state.get().items, error });
    }
    return fail(error);
  }

  return {
    $state,
    load: () => flight.pending() ?? flight.run(fetchNews),
    destroy() {
      flight.abort();
      $state.set({ status: 'idle', items: [] });
    },
  };
}
