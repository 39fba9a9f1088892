import { conditionName, exchangeName, type Trade } from '@openbell/core/contract';
import { sideOf } from '@openbell/example-server';
import type { Company } from './companies.ts';
import type { TradeDay } from './trade-day.ts';

/** A session's trades up to a row (exclusive). */
export interface TapePart {
  readonly trades: TradeDay;
  readonly end: number;
}

/** One row as the contract writes it. */
function rowOf(trades: TradeDay, row: number): Trade {
  const contract = trades.contracts[trades.contract[row] ?? 0];
  const price = trades.price[row] ?? 0;
  const bid = trades.bid[row] ?? 0;
  const ask = trades.ask[row] ?? 0;
  return {
    time: new Date(trades.time[row] ?? 0).toISOString(),
    option: contract?.symbol ?? '',
    qty: trades.qty[row] ?? 0,
    price: price / 100,
    exchange: exchangeName(trades.exchange[row] ?? 0),
    market: `${(bid / 100).toFixed(2)}x${(ask / 100).toFixed(2)}`,
    delta: (trades.delta[row] ?? 0) / 10_000,
    iv: (trades.iv[row] ?? 0) / 10_000,
    underlying: (trades.underlying[row] ?? 0) / 100,
    condition: conditionName(trades.condition[row] ?? 0),
    type: sideOf(price, bid, ask),
    contract_type: contract?.call === true ? 1 : 2,
  };
}

/** The newest rows of one underlying (or of all, for null), newest first. Sessions come newest first. */
export function newestRows(parts: readonly TapePart[], company: Company | null, limit: number): Trade[] {
  const rows: Trade[] = [];
  for (const { trades, end } of parts) {
    for (let row = end - 1; row >= 0; row -= 1) {
      if (rows.length === limit) return rows;
      if (isOf(trades, row, company)) rows.push(rowOf(trades, row));
    }
  }
  return rows;
}

/**
 * 'Today's Biggest': the rows of largest premium (price times contracts), the newer one first when equal.
 * Cancels, and what they took back, count for nothing.
 */
export function topByPremium(parts: readonly TapePart[], company: Company | null, limit: number): Trade[] {
  const best: { trades: TradeDay; row: number; premium: number }[] = [];
  for (const { trades, end } of parts) {
    for (let row = end - 1; row >= 0; row -= 1) {
      const premium = (trades.price[row] ?? 0) * (trades.qty[row] ?? 0);
      const least = best.length < limit ? -1 : (best[best.length - 1]?.premium ?? -1);
      if (premium <= least || trades.void[row] === 1 || !isOf(trades, row, company)) continue;
      let place = best.length;
      while (place > 0 && (best[place - 1]?.premium ?? 0) < premium) place -= 1;
      best.splice(place, 0, { trades, row, premium });
      if (best.length > limit) best.pop();
    }
  }
  return best.map(({ trades, row }) => rowOf(trades, row));
}

function isOf(trades: TradeDay, row: number, company: Company | null): boolean {
  return company === null || trades.contracts[trades.contract[row] ?? 0]?.company === company;
}
