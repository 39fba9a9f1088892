import { atom } from 'nanostores';
import { type NewsItem, newsListEndpoint } from '../contract/index.ts';
import { loadFailure } from '../shared/failures.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import { orderNews } from './news.rules.ts';
import type { News, NewsError, NewsOptions, NewsState } from './news.types.ts';

type Outcome = Result<readonly NewsItem[], NewsError>;

/** Creates the market news for members (`GET /app/news-list`). */
export function createNews(options: NewsOptions): News {
  const { api, onError } = options;
  const $state = atom<NewsState>({ status: 'idle', items: [] });
  let flight: { readonly controller: AbortController; readonly outcome: Promise<Outcome> } | null = null;

  async function fetchNews(controller: AbortController): Promise<Outcome> {
    const response = await api.request(newsListEndpoint, { signal: controller.signal });
    const mine = flight?.controller === controller;
    if (mine) flight = null;
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
    load() {
      if (flight) return flight.outcome;
      const controller = new AbortController();
      $state.set({ status: 'loading', items: $state.get().items });
      flight = { controller, outcome: fetchNews(controller) };
      return flight.outcome;
    },
    destroy() {
      const running = flight;
      flight = null;
      running?.controller.abort();
      $state.set({ status: 'idle', items: [] });
    },
  };
}
