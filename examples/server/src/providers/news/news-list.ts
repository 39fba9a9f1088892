import type { NewsItem } from '@openbell/core/contract';
import { MarketProviderError } from '../market/market.types.ts';
import { plainText } from './plain-text.ts';

/** Items in a list. */
const LIMIT = 24;
/** Length limits of texts in UTF-16 code units. */
const HEADLINE_LENGTH = 200;
const SUMMARY_LENGTH = 1_000;
const URL_LENGTH = 2_048;
/** Milliseconds that a source's clock may be ahead of this server's. */
const CLOCK_SKEW_MS = 3_600_000;

/** An article of the right types whose texts and addresses are not checked yet. */
export interface RawArticle {
  readonly id: number;
  readonly headline: string;
  readonly summary: string;
  readonly image: string;
  readonly url: string;
  /** Unix seconds. */
  readonly datetime: number;
}

/**
 * Turns a provider's articles into the list that members get: plain text, https addresses only, each article once,
 * newest first. Articles without a headline or from the future are left out.
 *
 * @param now Milliseconds since the epoch.
 * @throws MarketProviderError `malformed` when no article is left: a provider of general news always has some.
 */
export function toNewsList(articles: readonly RawArticle[], now: number): readonly NewsItem[] {
  const latest = (now + CLOCK_SKEW_MS) / 1000;
  const sorted = articles
    .filter(({ datetime }) => datetime >= 1 && datetime <= latest)
    .toSorted((a, b) => b.datetime - a.datetime || b.id - a.id);
  const items: NewsItem[] = [];
  const seen = new Set<number | string>();
  for (const article of sorted) {
    const item = toNewsItem(article);
    if (item.headline === '' || seen.has(item.id) || seen.has(item.url)) continue;
    seen.add(item.id);
    if (item.url !== '') seen.add(item.url);
    items.push(item);
    if (items.length === LIMIT) break;
  }
  if (items.length === 0)
    throw new MarketProviderError('malformed', 'news: the answer has no usable article');
  return items;
}

function toNewsItem({ id, headline, summary, image, url, datetime }: RawArticle): NewsItem {
  return {
    id,
    headline: plainText(headline, HEADLINE_LENGTH),
    summary: plainText(summary, SUMMARY_LENGTH),
    image: httpsAddress(image),
    // A story without a usable link is shown without one.
    url: httpsAddress(url) ?? '',
    datetime: Math.floor(datetime),
  };
}

function httpsAddress(text: string): string | null {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return null;
  return url.href.length <= URL_LENGTH ? url.href : null;
}
