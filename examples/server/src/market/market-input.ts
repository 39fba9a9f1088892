import { fieldError } from '../http/http-error.ts';
import { CANDLE_INTERVALS, type CandleInterval, type CandleRange } from '../providers/market/market.types.ts';

const MAX_QUERY = 60;

/** Validates a search text. Throws 422. */
export function readQuery(text: string | undefined): string {
  const query = (text ?? '').trim();
  if (query.length > MAX_QUERY) throw fieldError('q', `Must be at most ${MAX_QUERY} characters.`);
  if (/\p{Cc}/u.test(query)) throw fieldError('q', 'Contains a forbidden character.');
  return query;
}

const YEAR_SECONDS = 366 * 86_400;

/** Parses `?interval=&from=&to=`, with unix seconds. Default: daily candles of the last year. Throws 422. */
export function readCandleRange(
  query: { readonly interval?: string; readonly from?: string; readonly to?: string },
  nowMs: number,
): CandleRange {
  const now = Math.floor(nowMs / 1000);
  const to = readSeconds('to', query.to, now);
  const from = readSeconds('from', query.from, Math.max(0, Math.min(to, now) - YEAR_SECONDS));
  return { interval: readInterval(query.interval), from, to };
}

function readInterval(text: string | undefined): CandleInterval {
  if (text === undefined || text === '') return '1d';
  const interval = CANDLE_INTERVALS.find((known) => known === text);
  if (interval === undefined) throw fieldError('interval', `Must be one of ${CANDLE_INTERVALS.join(', ')}.`);
  return interval;
}

function readSeconds(field: string, text: string | undefined, defaultValue: number): number {
  if (text === undefined || text === '') return defaultValue;
  // Ten digits: until the year 2286.
  if (!/^\d{1,10}$/.test(text)) throw fieldError(field, 'Must be a time in unix seconds.');
  return Number(text);
}
