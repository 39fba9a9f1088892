import type { Trade } from '../../contract/index.ts';
import { NumberColumn } from './number-column.ts';
import { createInstantReader, readNumber, readText } from './parse.ts';
import { marketKey, optionKey } from './sort-keys.ts';
import { TextColumn } from './text-column.ts';
import { BETWEEN, BOUGHT, CALL, PUT, SOLD } from './trade-codes.ts';

const sameText = (text: string): string => text;

/** Trades in columns: dictionaries, and typed arrays of 34 bytes a row, where objects take 280. */
export class TradeColumns {
  count = 0;
  /** Rows that there is room for. */
  capacity = 0;
  /** The first row's time, in milliseconds since the epoch: `time` holds differences to it. */
  base = 0;
  readonly time: NumberColumn = new NumberColumn(1);
  readonly option: TextColumn = new TextColumn(optionKey);
  readonly qty: NumberColumn = new NumberColumn(1);
  readonly price: NumberColumn = new NumberColumn(100);
  readonly exchange: TextColumn = new TextColumn(sameText);
  readonly market: TextColumn = new TextColumn(marketKey);
  readonly delta: NumberColumn = new NumberColumn(100);
  readonly iv: NumberColumn = new NumberColumn(100);
  readonly underlying: NumberColumn = new NumberColumn(100);
  readonly condition: TextColumn = new TextColumn(sameText);
  /** {@link BOUGHT}, {@link SOLD} or {@link BETWEEN}; replaced when the table grows, as `rights` is. */
  sides: Uint8Array = new Uint8Array(0);
  /** {@link CALL} or {@link PUT}. */
  rights: Uint8Array = new Uint8Array(0);
  private readonly readInstant = createInstantReader();

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

  /** Appends a row; the caller has reserved the room. False, and nothing is added, for a row that is unreadable. */
  push(raw: unknown): boolean {
    if (typeof raw !== 'object' || raw === null) return false;
    const row = raw as Readonly<Partial<Record<keyof Trade, unknown>>>;
    const at = this.readInstant(row.time);
    const { option } = row;
    const qty = readNumber(row.qty);
    const price = readNumber(row.price);
    if (at === null || typeof option !== 'string' || option === '' || qty === null || price === null)
      return false;
    if (this.count === 0) this.base = at;
    this.time.push(at - this.base);
    this.option.push(option);
    this.qty.push(qty);
    this.price.push(price);
    this.exchange.push(readText(row.exchange));
    this.market.push(readText(row.market));
    this.delta.push(readNumber(row.delta));
    this.iv.push(readNumber(row.iv));
    this.underlying.push(readNumber(row.underlying));
    this.condition.push(readText(row.condition));
    const side = readNumber(row.type);
    this.sides[this.count] = side === BOUGHT || side === SOLD ? side : BETWEEN;
    this.rights[this.count] = readNumber(row.contract_type) === CALL ? CALL : PUT;
    this.count += 1;
    return true;
  }

  /** Milliseconds since the epoch. */
  timeOf(row: number): number {
    return this.base + (this.time.get(row) ?? 0);
  }

  /** The row at an index, in order of arrival; null outside it. */
  row(index: number): Trade | null {
    if (!Number.isInteger(index) || index < 0 || index >= this.count) return null;
    return {
      time: new Date(this.timeOf(index)).toISOString(),
      option: this.option.get(index),
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
