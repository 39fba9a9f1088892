'use client';

import { useStore } from '@nanostores/react';
import type { News, NewsState } from '@openbell/core/news';
import { useCallback, useEffect } from 'react';
import { useFeature } from './openbell-provider.tsx';

/** The result of {@link useNews}: the state, and a function that loads it again. */
export interface NewsBinding {
  readonly state: NewsState;
  readonly reload: () => void;
}

/** Returns market news. Loaded when the first component mounts, and on `reload`. */
export function useNews(instance?: News): NewsBinding {
  const news = useFeature(instance, (openbell) => openbell.news);
  const state = useStore(news.$state);
  const reload = useCallback(() => void news.load(), [news]);
  useEffect(reload, [reload]);
  return { state, reload };
}
