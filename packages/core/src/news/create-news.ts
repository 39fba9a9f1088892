import { atom } from 'nanostores';
import { type NewsItem, newsListEndpoint } from '../contract/index.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import { newsErrorOf, orderNews } from './news.rules.ts';
import type { News, NewsError, NewsOptions, NewsState } from './news.types.ts';

type Outcome = Result<readonly NewsItem[], NewsError>;

/** Creates the market news for members (`GET /app/news-list`). */
export function createNews(options: NewsOptions): News {
  const { api, onError } = options;
  const $state = atom<NewsState>({ status: 'idle', items: [] });
  let flight: { readonly controller: AbortController; readonly outcome: Promise<Outcome> } | null = null;

  async function fetchNews(controller: AbortController): Promise<Outcome> {
    const answer = await api.request(newsListEndpoint, { signal: controller.signal });
    const mine = flight?.controller === controller;
    if (mine) flight = null;
    if (answer.ok) {
      const items = orderNews(answer.data);
      if (mine) $state.set({ status: 'ready', items });
      return succeed(items);
    }
    const error = newsErrorOf(answer);
    if (mine) {
      onError?.({ where: 'news', error: answer });
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
      // Set before the request starts, because the answer may be synchronous.
      const { promise, resolve } = withResolvers<Outcome>();
      flight = { controller, outcome: promise };
      void fetchNews(controller).then(resolve);
      return promise;
    },
    destroy() {
      const running = flight;
      flight = null;
      running?.controller.abort();
      $state.set({ status: 'idle', items: [] });
    },
  };
}

function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
