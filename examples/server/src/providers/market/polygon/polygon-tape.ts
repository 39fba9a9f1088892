import { cancelConditions, conditionName, exchangeName, type Trade } from '@openbell/core/contract';
import { parseOptionSymbol } from '@openbell/core/option-symbol';
import { BETWEEN, sideOf } from '../trade-side.ts';
import type { OptionSnapshot, OptionTrade } from './polygon-shapes.ts';

/** Maximum time between a trade and the quote that is shown with it. */
const MAX_QUOTE_AGE_MS = 60_000;

/** A trade with values for sorting. */
export interface TapeRow {
  readonly trade: Trade;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Dollars. */
  readonly premium: number;
  /** Whether it cancels an earlier trade. */
  readonly isCancel: boolean;
}

/**
 * Converts a trade to a row of the contract. Null if its symbol is invalid. The provider's trades have no quote, so the
 * quote, delta and iv of the snapshot are used if they are at most a minute apart.
 */
export function tapeRow(snapshot: OptionSnapshot, trade: OptionTrade): TapeRow | null {
  const option = snapshot.details.ticker.replace(/^O:/, '');
  const symbol = parseOptionSymbol(option);
  const at = Math.floor(trade.sip_timestamp / 1e6);
  if (symbol === null || !isInstant(at)) return null;
  const quote = snapshot.last_quote;
  const hasQuote =
    quote !== undefined &&
    (quote.bid > 0 || quote.ask > 0) &&
    Math.abs(quote.last_updated / 1e6 - at) <= MAX_QUOTE_AGE_MS;
  const cancel = trade.conditions.find((id) => cancelConditions.has(id));
  // A cancel condition takes precedence over others.
  const condition = cancel ?? trade.conditions[0];
  return {
    at,
    premium: trade.price * trade.size * snapshot.details.shares_per_contract,
    isCancel: cancel !== undefined,
    trade: {
      time: new Date(at).toISOString(),
      option,
      qty: trade.size,
      price: trade.price,
      exchange: trade.exchange === undefined ? '' : exchangeName(trade.exchange),
      market: hasQuote ? `${quote.bid.toFixed(2)}x${quote.ask.toFixed(2)}` : '',
      delta: hasQuote ? (snapshot.greeks?.delta ?? null) : null,
      iv: hasQuote ? (snapshot.implied_volatility ?? null) : null,
      underlying: hasQuote ? (snapshot.underlying_asset?.price ?? null) : null,
      condition: condition === undefined ? '' : conditionName(condition),
      type: hasQuote ? sideOf(trade.price, quote.bid, quote.ask) : BETWEEN,
      contract_type: symbol.type === 'call' ? 1 : 2,
    },
  };
}

/** Returns the contract's two lists: newest first, and largest premium first without canceled trades. */
export function toTimeSales(rows: readonly TapeRow[], limit: number, biggest: number) {
  const newest = rows.toSorted((a, b) => b.at - a.at).slice(0, limit);
  const canceled = canceledOf(rows);
  const largest = rows
    .filter((row) => row.premium > 0 && !canceled.has(row))
    .toSorted((a, b) => b.premium - a.premium || b.at - a.at)
    .slice(0, biggest);
  return { data: newest.map(({ trade }) => trade), biggest_data: largest.map(({ trade }) => trade) };
}

/** Returns the cancels, and for each the newest earlier trade with the same contract, price and size. */
function canceledOf(rows: readonly TapeRow[]): ReadonlySet<TapeRow> {
  const canceled = new Set<TapeRow>();
  const active = new Map<string, TapeRow[]>();
  // At the same time, trades are before cancels.
  const inTime = rows.toSorted((a, b) => a.at - b.at || Number(a.isCancel) - Number(b.isCancel));
  for (const row of inTime) {
    const { option, price, qty } = row.trade;
    const key = `${option} ${price} ${qty}`;
    const earlier = active.get(key) ?? [];
    active.set(key, earlier);
    if (!row.isCancel) {
      earlier.push(row);
      continue;
    }
    canceled.add(row);
    const target = earlier.pop();
    if (target !== undefined) canceled.add(target);
  }
  return canceled;
}

function isInstant(ms: number): boolean {
  return Math.abs(ms) <= 8.64e15;
}
