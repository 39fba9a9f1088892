'use client';

import { useStore } from '@nanostores/react';
import type { News, NewsState } from '@openbell/core/news';
import { useCallback, useEffect } from 'react';
import { useFeature } from './openbell-provider.tsx';

/** The news as a component reads it: the state, and a way to load it again. */
export interface NewsBinding {
  readonly state: NewsState;
  readonly reload: () => void;
}

/** Market news, loaded when the first component that shows it appears, and again on `reload`. */
export function useNews(instance?: News): NewsBinding {
  const news = useFeature(instance, (openbell) => openbell.news);
  const state = useStore(news.$state);
  const reload = useCallback(() => void news.load(), [news]);
  useEffect(reload, [reload]);
  return { state, reload };
}
