import { cancelConditions, conditionName, exchangeName, type Trade } from '@openbell/core/contract';
import { parseOptionSymbol } from '@openbell/core/option-symbol';
import { BETWEEN, sideOf } from '../trade-side.ts';
import type { OptionSnapshot, OptionTrade } from './polygon-shapes.ts';

/** A quote says something about a trade when it is no further from it than this. */
const QUOTE_REACH_MS = 60_000;

/** A row with what only sorting needs. */
export interface TapeRow {
  readonly trade: Trade;
  readonly at: number;
  /** Dollars. */
  readonly premium: number;
  /** Takes an earlier print back. */
  readonly isCancel: boolean;
}

/**
 * A trade as the contract writes it, or null when its symbol does not parse. The provider's trades carry no quote:
 * the snapshot's quote, delta and iv are joined to a trade only when they are of the same minute, else they are unknown.
 */
export function tapeRow(snapshot: OptionSnapshot, trade: OptionTrade): TapeRow | null {
  const option = snapshot.details.ticker.replace(/^O:/, '');
  const symbol = parseOptionSymbol(option);
  const at = Math.floor(trade.sip_timestamp / 1e6);
  if (symbol === null || !isInstant(at)) return null;
  const quote = snapshot.last_quote;
  const near = quote !== undefined && Math.abs(quote.last_updated / 1e6 - at) <= QUOTE_REACH_MS;
  const cancel = trade.conditions.find((id) => cancelConditions.has(id));
  // What takes another print back says so, whatever else is said of it.
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
      market: near ? `${quote.bid.toFixed(2)}x${quote.ask.toFixed(2)}` : '',
      delta: near ? (snapshot.greeks?.delta ?? null) : null,
      iv: near ? (snapshot.implied_volatility ?? null) : null,
      underlying: near ? (snapshot.underlying_asset?.price ?? null) : null,
      condition: condition === undefined ? '' : conditionName(condition),
      type: near ? sideOf(trade.price, quote.bid, quote.ask) : BETWEEN,
      contract_type: symbol.type === 'call' ? 1 : 2,
    },
  };
}

/** The contract's two lists: newest first, and largest premium first, without what was taken back. */
export function toTimeSales(rows: readonly TapeRow[], limit: number, biggest: number) {
  const newest = rows.toSorted((a, b) => b.at - a.at).slice(0, limit);
  const canceled = canceledOf(rows);
  const largest = rows
    .filter((row) => row.premium > 0 && !canceled.has(row))
    .toSorted((a, b) => b.premium - a.premium || b.at - a.at)
    .slice(0, biggest);
  return { data: newest.map(({ trade }) => trade), biggest_data: largest.map(({ trade }) => trade) };
}

/** The cancels, and the newest earlier print of the same contract, price and size of each. */
function canceledOf(rows: readonly TapeRow[]): ReadonlySet<TapeRow> {
  const canceled = new Set<TapeRow>();
  const standing = new Map<string, TapeRow[]>();
  // Of one moment the prints come before their cancels.
  const inTime = rows.toSorted((a, b) => a.at - b.at || Number(a.isCancel) - Number(b.isCancel));
  for (const row of inTime) {
    const { option, price, qty } = row.trade;
    const key = `${option} ${price} ${qty}`;
    const earlier = standing.get(key) ?? [];
    standing.set(key, earlier);
    if (!row.isCancel) {
      earlier.push(row);
      continue;
    }
    canceled.add(row);
    const taken = earlier.pop();
    if (taken !== undefined) canceled.add(taken);
  }
  return canceled;
}

function isInstant(ms: number): boolean {
  return Math.abs(ms) <= 8.64e15;
}
