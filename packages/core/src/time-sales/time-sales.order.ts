import { NO_NUMBER, type NumberColumn } from './time-sales.number-column.ts';
import {
  orderByCounted,
  orderByKeys,
  orderByWideKeys,
  type RadixScratch,
  scratchHigh,
  scratchKeys,
} from './time-sales.radix.ts';
import type { TextColumn } from './time-sales.text-column.ts';

const bits = new DataView(new ArrayBuffer(8));

/** The order of the rows by a column of numbers. Unknown ones come last in both directions. */
export function orderByNumbers(
  column: NumberColumn,
  count: number,
  descending: boolean,
  into: Uint32Array,
  scratch: RadixScratch,
): void {
  const { values, min, max, unknown } = column;
  if (values instanceof Float64Array) {
    orderByDoubles(values, count, descending, into, scratch);
    return;
  }
  const narrow = column.narrowKeys();
  if (narrow !== null) {
    orderByCounted(narrow.keys, narrow.counts, descending, into, scratch);
    return;
  }
  const range = count === unknown ? 0 : max - min;
  const keys = scratchKeys(scratch, count);
  const last = descending ? 0 : range + 1;
  const shift = descending ? 1 : 0;
  for (let row = 0; row < count; row++) {
    const value = values[row] as number;
    keys[row] = value === NO_NUMBER ? last : value - min + shift;
  }
  orderByKeys(keys, count, range + 1, descending, into, scratch);
}

/** Doubles keep their order when their bits are read as integers, with the negative ones turned round. */
function orderByDoubles(
  values: Float64Array,
  count: number,
  descending: boolean,
  into: Uint32Array,
  scratch: RadixScratch,
): void {
  const low = scratchKeys(scratch, count);
  const high = scratchHigh(scratch, count);
  const last = descending ? 0 : 0xffff_ffff;
  for (let row = 0; row < count; row++) {
    const value = values[row] as number;
    if (Number.isNaN(value)) {
      high[row] = last;
      low[row] = last;
      continue;
    }
    bits.setFloat64(0, value);
    const upper = bits.getUint32(0);
    const lower = bits.getUint32(4);
    high[row] = upper >= 0x8000_0000 ? ~upper : upper | 0x8000_0000;
    low[row] = upper >= 0x8000_0000 ? ~lower : lower;
  }
  orderByWideKeys(high, low, count, descending, into, scratch);
}

/** The order of the rows by a column of texts: by the place of each text among the distinct ones. */
export function orderByTexts(
  column: TextColumn,
  count: number,
  descending: boolean,
  into: Uint32Array,
  scratch: RadixScratch,
): void {
  const ranks = column.ranks();
  const { ids } = column;
  const keys = scratchKeys(scratch, count);
  for (let row = 0; row < count; row++) keys[row] = ranks[ids[row] as number] as number;
  orderByKeys(keys, count, Math.max(0, ranks.length - 1), descending, into, scratch);
}
