import type { NewsItem } from '@openbell/core/contract';
import { MarketProviderError } from '../market/market.types.ts';
import { plainText } from './plain-text.ts';

/** Maximum number of items. */
const LIMIT = 24;
/** Length limits of texts in UTF-16 code units. */
const HEADLINE_LENGTH = 200;
const SUMMARY_LENGTH = 1_000;
const URL_LENGTH = 2_048;
/** Milliseconds that a provider's clock may be ahead of this server's. */
const CLOCK_SKEW_MS = 3_600_000;

/** An article with valid types and unchecked texts and URLs. */
interface RawArticle {
  readonly id: number;
  readonly headline: string;
  readonly summary: string;
  readonly image: string;
  readonly url: string;
  /** Unix seconds. */
  readonly datetime: number;
}

/**
 * Converts articles to the contract's list: plain text, https URLs, no duplicates, newest first. Leaves out articles without
 * a headline or from the future. Throws MarketProviderError `malformed` if no article is left.
 *
 * @param now Milliseconds since the epoch.
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
    throw new MarketProviderError('malformed', 'news: the response has no usable article');
  return items;
}

function toNewsItem({ id, headline, summary, image, url, datetime }: RawArticle): NewsItem {
  return {
    id,
    headline: plainText(headline, HEADLINE_LENGTH),
    summary: plainText(summary, SUMMARY_LENGTH),
    image: httpsUrl(image),
    url: httpsUrl(url) ?? '',
    datetime: Math.floor(datetime),
  };
}

function httpsUrl(text: string): string | null {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return null;
  return url.href.length <= URL_LENGTH ? url.href : null;
}
