import type { TimedTrade, TradeFields } from '../timed-trade.ts';
import { NumberColumn } from './number-column.ts';
import { OptionColumn } from './option-column.ts';
import { marketKey } from './sort-keys.ts';
import { TextColumn } from './text-column.ts';
import { BETWEEN, PUT } from './trade-codes.ts';

const sameText = (text: string): string => text;

/** Trades in columns: dictionaries, and typed arrays of 34 bytes a row, where objects take 280. */
export class TradeColumns {
  count = 0;
  /** Rows that there is room for. */
  capacity = 0;
  /** The first row's time, in milliseconds since the epoch: `time` holds differences to it. */
  base = 0;
  readonly time: NumberColumn = new NumberColumn(1);
  readonly option: OptionColumn = new OptionColumn();
  readonly qty: NumberColumn = new NumberColumn(1);
  readonly price: NumberColumn = new NumberColumn(100);
  readonly exchange: TextColumn = new TextColumn(sameText);
  readonly market: TextColumn = new TextColumn(marketKey);
  readonly delta: NumberColumn = new NumberColumn(100);
  readonly iv: NumberColumn = new NumberColumn(100);
  readonly underlying: NumberColumn = new NumberColumn(100);
  readonly condition: TextColumn = new TextColumn(sameText);
  /** `type` of each trade; replaced when the table grows, as `rights` is. */
  sides: Uint8Array = new Uint8Array(0);
  /** `contract_type` of each trade. */
  rights: Uint8Array = new Uint8Array(0);

  /** When the newest trade was made, in milliseconds since the epoch; null without rows. */
  get newest(): number | null {
    return this.count === 0 ? null : this.base + this.time.max / (this.time.scale || 1);
  }

  /** Makes room for a number of rows. */
  reserve(wanted: number): void {
    if (wanted <= this.capacity) return;
    const capacity = Math.max(wanted, Math.ceil(this.capacity * 1.5));
    const { time, option, qty, price, exchange, market, delta, iv, underlying, condition } = this;
    for (const column of [time, option, qty, price, exchange, market, delta, iv, underlying, condition])
      column.reserve(capacity);
    this.sides = grown(this.sides, this.count, capacity);
    this.rights = grown(this.rights, this.count, capacity);
    this.capacity = capacity;
  }

  /** Appends a trade; the caller has reserved the room. */
  push(trade: TradeFields): void {
    if (this.count === 0) this.base = trade.time;
    this.time.push(trade.time - this.base);
    this.option.push(trade.option);
    this.qty.push(trade.qty);
    this.price.push(trade.price);
    this.exchange.push(trade.exchange);
    this.market.push(trade.market);
    this.delta.push(trade.delta);
    this.iv.push(trade.iv);
    this.underlying.push(trade.underlying);
    this.condition.push(trade.condition);
    this.sides[this.count] = trade.type;
    this.rights[this.count] = trade.contract_type;
    this.count += 1;
  }

  /** Milliseconds since the epoch. */
  timeOf(row: number): number {
    return this.base + (this.time.get(row) ?? 0);
  }

  /** The row at an index, in order of arrival; null outside it. */
  row(index: number): TimedTrade | null {
    if (!Number.isInteger(index) || index < 0 || index >= this.count) return null;
    return {
      time: this.timeOf(index),
      option: this.option.get(index),
      symbol: this.option.symbolAt(index),
      qty: this.qty.get(index) ?? 0,
      price: this.price.get(index) ?? 0,
      exchange: this.exchange.get(index),
      market: this.market.get(index),
      delta: this.delta.get(index),
      iv: this.iv.get(index),
      underlying: this.underlying.get(index),
      condition: this.condition.get(index),
      type: this.sides[index] ?? BETWEEN,
      contract_type: this.rights[index] ?? PUT,
    };
  }
}

function grown(bytes: Uint8Array, count: number, capacity: number): Uint8Array {
  const copy = new Uint8Array(capacity);
  copy.set(bytes.subarray(0, count));
  return copy;
}
