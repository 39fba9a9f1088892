/** Texts of the content area, by code. Quotes of product.md are exact. */
export const contentTexts = {
  'content.newsTitle': 'Market news',
  'content.newsFailed': 'The news could not be loaded.',
  'content.newsFailedHint': 'The list that you had is kept; try again in a moment.',
  'content.newsEmpty': 'No news yet.',
  'content.newsEmptyHint': 'Headlines appear here as the market makes them.',
  'content.newsRefresh': 'Refresh',
  'content.newsRead': 'Read the story',
} as const;
