export { createNews } from './create-news.ts';
export { formatNewsDate, orderNews } from './news.rules.ts';
export type { News, NewsError, NewsOptions, NewsState } from './news.types.ts';
