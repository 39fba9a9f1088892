import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import type { NewsItem } from '../contract/index.ts';
import type { OnError } from '../ports/index.ts';
import type { Result } from '../shared/result.ts';

/** Why the news did not load: no answer, the server's refusal, or an answer that is not news. */
export interface NewsError {
  readonly code: 'news-unreachable' | 'news-refused' | 'news-unreadable';
}

/**
 * The list of market news, newest first. A failed state keeps the last good items, so
 * that a page that shows them need not go blank.
 */
export type NewsState =
  | { readonly status: 'idle' | 'loading' | 'ready'; readonly items: readonly NewsItem[] }
  | { readonly status: 'failed'; readonly items: readonly NewsItem[]; readonly error: NewsError };

export interface News {
  readonly $state: ReadableAtom<NewsState>;
  /** Fetches the list; calls while one is under way share it. Resolves after `$state` holds the outcome. */
  readonly load: () => Promise<Result<readonly NewsItem[], NewsError>>;
  /** Takes the running request back and empties the state. The instance can be used again. */
  readonly destroy: () => void;
}

export interface NewsOptions {
  readonly api: Pick<ApiClient, 'request'>;
  readonly onError?: OnError | undefined;
}
