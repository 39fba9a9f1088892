import type { TickerOption } from '../contract/index.ts';
import { tickerKey, underlyingOf } from '../option-symbol/index.ts';
import { foldText } from '../shared/texts.ts';

/** The most options when one matches exactly. */
export const maxWithExactMatch = 10;

/** Milliseconds without typing before a search. */
export const searchDebounceMs = 2000;

function fold(text: string): string {
  return foldText(text).trim();
}

/**
 * Orders tickers: an exact label first (as `foldText` compares), then other spellings of the query's ticker or underlying,
 * then by length of the label, then as given. Drops duplicates.
 *
 * @param max the most options when one matches exactly; without an exact match all are returned
 */
export function orderTickers(
  query: string,
  options: readonly TickerOption[],
  max: number = maxWithExactMatch,
): readonly TickerOption[] {
  const wanted = fold(query);
  const byLabel = new Map<string, TickerOption>();
  for (const option of options) if (!byLabel.has(option.label)) byLabel.set(option.label, option);
  const unique = [...byLabel.values()];
  const isExact = (option: TickerOption): boolean => fold(option.label) === wanted;
  // Class shares and indices have three letters or more.
  const keys = new Set([tickerKey(query), underlyingOf(query)].filter((key) => key.length > 2));
  const rank = (option: TickerOption): number => {
    if (isExact(option)) return 0;
    return keys.has(tickerKey(option.label)) ? 1 : 2;
  };
  const ranks = new Map(unique.map((option) => [option, rank(option)]));
  const rankOf = (option: TickerOption): number => ranks.get(option) ?? 2;
  const ordered = unique.toSorted((a, b) => rankOf(a) - rankOf(b) || a.label.length - b.label.length);
  const first = ordered[0];
  return first !== undefined && isExact(first) ? ordered.slice(0, max) : ordered;
}
