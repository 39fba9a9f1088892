'use client';

import type { NewsItem } from '@openbell/core/contract';
import type { VirtualItemProps } from '@openbell/react-hooks';
import { type ReactNode, useState } from 'react';
import { SafeLink } from '../primitives/SafeLink.tsx';
import { useTexts } from '../primitives/texts.tsx';
import { NewsPicture } from './NewsPicture.tsx';
import { safePicture } from './safe-picture.ts';

export interface NewsCardProps {
  item: NewsItem;
  /** The formatted date of publication ('MMMM Do YYYY, h:mm:ss A'); empty when unknown. */
  date: string;
  /** Whether this is the lead story: larger, and its picture is loaded first. */
  lead?: boolean | undefined;
  /** The card's place in a virtual list. */
  place?: VirtualItemProps | undefined;
}

/** One story: picture, linked headline, date and summary. Without a safe link the headline is plain text. */
export function NewsCard({ item, date, lead = false, place }: NewsCardProps): ReactNode {
  const text = useTexts();
  const [broken, setBroken] = useState<string | null>(null);
  const image = item.image === broken ? null : safePicture(item.image);
  return (
    <article className="ob-news-card" data-lead={lead || undefined} {...place}>
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
        <h2 className="ob-news-headline" dir="auto">
          <SafeLink href={item.url} className="ob-news-link">
            {item.headline || text('content.newsUntitled')}
          </SafeLink>
        </h2>
        {item.summary === '' ? null : (
          <p className="ob-news-summary" dir="auto">
            {item.summary}
          </p>
        )}
        {date === '' || item.datetime === null ? null : (
          <time className="ob-news-date" dateTime={isoOf(item.datetime)}>
            {date}
          </time>
        )}
      </div>
    </article>
  );
}

/** The ISO date for `datetime`; empty when the timestamp is invalid. */
function isoOf(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
