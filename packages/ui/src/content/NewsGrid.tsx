'use client';

import type { NewsItem } from '@openbell/core/contract';
import { useVirtualList } from '@openbell/react-hooks';
import type { ReactNode } from 'react';
import { Skeleton, SkeletonGroup } from '../primitives/Skeleton.tsx';
import { EmptyState, ErrorState } from '../primitives/States.tsx';
import { useTexts } from '../primitives/texts.tsx';
import { NewsCard } from './NewsCard.tsx';

export interface NewsGridProps {
  status: 'idle' | 'loading' | 'ready' | 'failed';
  items: readonly NewsItem[];
  /** Formats Unix seconds as a date; null is a missing date. */
  formatDate: (seconds: number | null) => string;
  onRetry: () => void;
}

/** The news as a grid with one lead story. Loaded stories stay visible during a reload and after a failed one. */
export function NewsGrid({ status, items, formatDate, onRetry }: NewsGridProps): ReactNode {
  const text = useTexts();
  if (items.length === 0) {
    if (status === 'failed') {
      return <ErrorState title={text('content.newsFailed')} onRetry={onRetry} />;
    }
    if (status === 'ready') {
      return <EmptyState title={text('content.newsEmpty')} description={text('content.newsEmptyHint')} />;
    }
    return <NewsSkeleton />;
  }
  return (
    <>
      {status === 'failed' ? (
        <ErrorState
          className="ob-news-failed"
          title={text('content.newsFailed')}
          description={text('content.newsFailedHint')}
          onRetry={onRetry}
        />
      ) : null}
      <Cards status={status} stories={items} formatDate={formatDate} />
    </>
  );
}

/** Estimated height in pixels of a row of cards. */
const estimate = 400;

function Cards({
  status,
  stories,
  formatDate,
}: Pick<NewsGridProps, 'status' | 'formatDate'> & { stories: NewsGridProps['items'] }): ReactNode {
  const { items, listProps } = useVirtualList({
    keys: stories.map(({ id }) => id),
    estimate,
    hasLead: true,
    name: 'news',
  });
  return (
    <div
      className="ob-news-grid"
      data-status={status}
      aria-busy={status === 'loading' || undefined}
      {...listProps}
    >
      {items.map(({ index, props }) => {
        const story = stories[index];
        return story === undefined ? null : (
          <NewsCard
            key={story.id}
            item={story}
            date={formatDate(story.datetime)}
            lead={index === 0}
            place={props}
          />
        );
      })}
    </div>
  );
}

function NewsSkeleton(): ReactNode {
  return (
    <SkeletonGroup className="ob-news-grid">
      {['lead', 'b', 'c', 'd', 'e'].map((key) => (
        <div key={key} className="ob-news-card" data-lead={key === 'lead' || undefined}>
          <div className="ob-news-picture">
            <Skeleton shape="box" />
          </div>
          <div className="ob-news-words">
            <div className="ob-news-headline">
              <Skeleton />
              <Skeleton />
            </div>
            <div className="ob-news-summary">
              <Skeleton />
              <Skeleton />
              <Skeleton />
            </div>
            <div className="ob-news-date">
              <Skeleton className="ob-news-skeleton-date" />
            </div>
          </div>
        </div>
      ))}
    </SkeletonGroup>
  );
}
