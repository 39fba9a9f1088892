'use client';

import type { NewsItem } from '@openbell/core/contract';
import { type ReactNode, useState } from 'react';
import { SafeLink } from '../primitives/SafeLink.tsx';
import { NewsPicture } from './NewsPicture.tsx';
import { safePicture } from './safe-picture.ts';

/** Props of {@link NewsCard}. */
export interface NewsCardProps {
  item: NewsItem;
  /** When it was published, ready to read ('MMMM Do YYYY, h:mm:ss A'). */
  date: string;
  /** The lead story: larger, and its picture loads first. */
  lead?: boolean | undefined;
}

/** One story: picture, headline that leads to it, date, summary. A story without a usable link is still read. */
export function NewsCard({ item, date, lead = false }: NewsCardProps): ReactNode {
  const [broken, setBroken] = useState<string | null>(null);
  const image = item.image === broken ? null : safePicture(item.image);
  return (
    <article className="ob-news-card" data-lead={lead || undefined}>
      <div className="ob-news-picture">
        {image === null ? (
          <NewsPicture seed={item.id} />
        ) : (
          <img
            src={image}
            alt=""
            loading={lead ? 'eager' : 'lazy'}
            decoding="async"
            onError={() => setBroken(item.image)}
          />
        )}
      </div>
      <div className="ob-news-words">
        <h2 className="ob-news-headline">
          <SafeLink href={item.url} className="ob-news-link">
            {item.headline}
          </SafeLink>
        </h2>
        {item.summary === '' ? null : <p className="ob-news-summary">{item.summary}</p>}
        <time className="ob-news-date" dateTime={isoOf(item.datetime)}>
          {date}
        </time>
      </div>
    </article>
  );
}

/** For machines; empty when the figure is no date. */
function isoOf(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
