import { fieldError } from '../http/http-error.ts';
import { CANDLE_INTERVALS, type CandleInterval, type CandleRange } from '../providers/market/market.types.ts';

/** Parses a ticker to upper case; null for invalid text, which must not reach a provider. */
export function readTicker(text: string): string | null {
  const ticker = text.trim().toUpperCase();
  return /^[A-Z0-9.\-:^]{1,15}$/.test(ticker) && /[A-Z0-9]/.test(ticker) ? ticker : null;
}

const LONGEST_QUESTION = 60;

/** Validates a search text. Throws 422. */
export function readQuestion(text: string | undefined): string {
  const question = (text ?? '').trim();
  if (question.length > LONGEST_QUESTION)
    throw fieldError('q', `Must be at most ${LONGEST_QUESTION} characters.`);
  if (/\p{Cc}/u.test(question)) throw fieldError('q', 'Contains a forbidden character.');
  return question;
}

const YEAR_SECONDS = 366 * 86_400;

/** Parses `?interval=&from=&to=` in unix seconds; by default daily candles of the last year. Throws 422. */
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

function readSeconds(field: string, text: string | undefined, otherwise: number): number {
  if (text === undefined || text === '') return otherwise;
  // Ten digits: until the year 2286.
  if (!/^\d{1,10}$/.test(text)) throw fieldError(field, 'Must be a time in unix seconds.');
  return Number(text);
}
