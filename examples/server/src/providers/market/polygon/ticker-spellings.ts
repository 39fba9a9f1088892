import { readTicker, tickerKey, underlyingOf } from '@openbell/core/option-symbol';
import type { PolygonClient } from './polygon-client.ts';
import { tickersSchema } from './polygon-shapes.ts';

/** The markets that are searched. Funds are among the stocks. */
const MARKETS = ['stocks', 'indices'] as const;
/** Maximum number of tickers of a market. */
const TICKERS_LIMIT = 100;

/** Indices with listed options. No stock has one of these tickers. */
const INDICES: ReadonlySet<string> = new Set(['SPX', 'XSP', 'OEX', 'NDX', 'RUT', 'MRUT', 'VIX', 'DJX']);

const INDEX_PREFIX = /^(?:I:|[$^])/;
/** A class share with a separator, such as BRK/B and BRK-B. */
const SEPARATED = /^([A-Z]{2,5})[^A-Z0-9]([A-Z])$/;
/** One without, such as BRKB. */
const JOINED = /^([A-Z]{2,4})([A-C])$/;
/** A preferred share in upper case, such as BACPL. */
const JOINED_PREFERRED = /^([A-Z]{3,4})P([A-Z])$/;

/** Returns the provider's tickers that a ticker can mean, the likeliest first: `BRK.B` for BRK-B, `I:SPX` for SPXW. */
export function tickerSpellings(ticker: string): readonly string[] {
  const underlying = underlyingOf(ticker);
  if (INDEX_PREFIX.test(ticker) || INDICES.has(underlying)) return [`I:${underlying}`];
  // A preferred share, such as BACpL.
  if (ticker !== ticker.toUpperCase()) return [ticker];
  if (SEPARATED.test(ticker)) return [ticker.replace(SEPARATED, '$1.$2')];
  const others = [underlying.replace(JOINED, '$1.$2'), underlying.replace(JOINED_PREFERRED, '$1p$2')];
  return [...new Set([ticker, underlying, ...others])].filter((text) => text !== '');
}

/** Reads spellings one after another, until one is found. */
export async function firstFound<T>(
  spellings: readonly string[],
  read: (ticker: string) => Promise<T>,
  isFound: (result: T) => boolean,
): Promise<T | null> {
  for (const ticker of spellings) {
    const result = await read(ticker);
    if (isFound(result)) return result;
  }
  return null;
}

/** Returns the tickers with a text in their symbol or name, after those that the text spells in another way. */
export async function searchPolygon(client: PolygonClient, search: string): Promise<readonly string[]> {
  const tickersOf = async (query: Readonly<Record<string, string>>): Promise<string[]> => {
    const response = await client.get(
      ['v3', 'reference', 'tickers'],
      { ...query, active: 'true', limit: `${TICKERS_LIMIT}` },
      tickersSchema,
    );
    return (response?.results ?? []).map(({ ticker }) => ticker);
  };
  const lists = await Promise.all(MARKETS.map((market) => tickersOf({ search, market, sort: 'ticker' })));
  const found = lists.flat();
  const key = tickerKey(search);
  if (key === '' || found.some((ticker) => tickerKey(ticker) === key)) return found;
  // The search finds the text itself, unless others fill its page.
  const isOther = (ticker: string) =>
    (ticker !== search.toUpperCase() && ticker.length > 1) || found.length >= TICKERS_LIMIT;
  const spellings = tickerSpellings(readTicker(search) ?? '').filter(isOther);
  const meant = await Promise.all(spellings.map((ticker) => tickersOf({ ticker })));
  return [...new Set([...meant.flat(), ...found])];
}
