export { createNews } from './create-news.ts';
export { NEWS_DATE_FORMAT, orderNews } from './news.rules.ts';
export type { News, NewsError, NewsOptions, NewsState } from './news.types.ts';
