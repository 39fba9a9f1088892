import { expect, test } from 'vitest';
import { chartLocale } from '../../../packages/ui/src/market-data/chart/lightweight-painter.ts';

test.each([
  ['de-DE', 'de-DE'],
  ['en-us', 'en-US'],
  ['C', 'en-US'],
  ['en_US.UTF-8', 'en-US'],
  ['', 'en-US'],
])('formats the chart of a browser whose language is "%s" by %s', (language, locale) => {
  expect(chartLocale(language)).toBe(locale);
});
