import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import type { NewsItem } from '../contract/index.ts';
import type { OnError } from '../ports/index.ts';
import type { Result } from '../shared/result.ts';

/** Why the news did not load: no response, an error status, or an invalid response. */
export interface NewsError {
  readonly code: 'news-unreachable' | 'news-refused' | 'news-unreadable';
}

/**
 * The list of market news, newest first. A failed state keeps the last loaded items, so that the page keeps showing
 * them.
 */
export type NewsState =
  | { readonly status: 'idle' | 'loading' | 'ready'; readonly items: readonly NewsItem[] }
  | { readonly status: 'failed'; readonly items: readonly NewsItem[]; readonly error: NewsError };

export interface News {
  readonly $state: ReadableAtom<NewsState>;
  /** Loads the list. Concurrent calls share a request. Resolves when `$state` has the result. */
  readonly load: () => Promise<Result<readonly NewsItem[], NewsError>>;
  /** Aborts the pending request and resets the state. The instance can be used again. */
  readonly destroy: () => void;
}

export interface NewsOptions {
  readonly api: Pick<ApiClient, 'request'>;
  readonly onError?: OnError | undefined;
}
