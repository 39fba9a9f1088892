import { createDigit, type Digit } from './digit.ts';
import { TextIndex } from './text-index.ts';

/** Texts as ids into a dictionary: two bytes a row, four beyond 65,536 distinct texts. */
export class TextColumn {
  readonly hasOneDigit: true = true;
  ids: Uint16Array | Uint32Array = new Uint16Array(0);
  private readonly index: TextIndex = new TextIndex();
  readonly texts: readonly string[] = this.index.texts;
  private readonly keyOf: (text: string) => string;
  private filled = 0;
  /** The ids in sort order; new ones are inserted by the next sort. */
  private sequence: Uint32Array = new Uint32Array(0);
  /** Number of rows by id, of the first `counted` rows. */
  private counts: Uint32Array = new Uint32Array(0);
  private counted = 0;
  private digit: Digit | null = null;
  /** Sort keys by id, filled on first use. */
  private readonly keys: string[] = [];

  /** `keyOf` returns a text's sort key, compared by code units. Texts of one key are ordered by the text. */
  constructor(keyOf: (text: string) => string) {
    this.keyOf = keyOf;
  }

  reserve(capacity: number): void {
    if (capacity > this.ids.length) this.move(capacity, this.ids instanceof Uint32Array);
  }

  /** Appends; the caller has reserved the room. */
  push(text: string): void {
    const id = this.index.idOf(text);
    if (id === 65_536 && this.ids instanceof Uint16Array) this.move(this.ids.length, true);
    this.ids[this.filled] = id;
    this.filled += 1;
    this.digit = null;
  }

  get(row: number): string {
    return this.texts[this.ids[row] ?? 0] ?? '';
  }

  /** A row's sort key: equal for different spellings of one value. */
  rowKey(row: number): string {
    return this.keyOfText(this.ids[row] as number);
  }

  isEqual(a: number, b: number): boolean {
    return this.ids[a] === this.ids[b] || this.rowKey(a) === this.rowKey(b);
  }

  /** True when row `a` sorts after row `b` in a direction. Compares texts, since new ones have no position yet. */
  isAfter(a: number, b: number, descending: boolean): boolean {
    const [one, other] = descending ? [b, a] : [a, b];
    return this.isTextAfter(this.ids[one] as number, this.ids[other] as number);
  }

  private isTextAfter(one: number, other: number): boolean {
    if (one === other) return false;
    const key = this.keyOfText(one);
    const otherKey = this.keyOfText(other);
    return key === otherKey ? (this.texts[one] as string) > (this.texts[other] as string) : key > otherKey;
  }

  keyOfText(id: number): string {
    let key = this.keys[id];
    if (key === undefined) {
      key = this.keyOf(this.texts[id] as string);
      this.keys[id] = key;
    }
    return key;
  }

  /** One digit: the ids, with their positions in sort order. Cached until rows are added. */
  digits(): readonly Digit[] {
    this.digit ??= createDigit({ keys: this.ids, counts: this.countRows(), sequence: this.sortTexts() });
    return [this.digit];
  }

  private countRows(): Uint32Array {
    const { ids, filled, texts } = this;
    if (this.counts.length < texts.length) {
      const counts = new Uint32Array(Math.ceil(texts.length * 1.25));
      counts.set(this.counts);
      this.counts = counts;
    }
    const { counts } = this;
    for (let row = this.counted; row < filled; row++) {
      const id = ids[row] as number;
      counts[id] = (counts[id] as number) + 1;
    }
    this.counted = filled;
    return counts;
  }

  /** Sorts the new texts and merges them into the others: live rows bring few. */
  private sortTexts(): Uint32Array {
    const old = this.sequence;
    const { length } = this.texts;
    if (old.length === length) return old;
    const fresh = Uint32Array.from({ length: length - old.length }, (_, i) => old.length + i);
    fresh.sort((a, b) => (this.isTextAfter(a, b) ? 1 : -1));
    const merged = new Uint32Array(length);
    let next = 0;
    let at = 0;
    for (const id of fresh) {
      while (next < old.length && !this.isTextAfter(old[next] as number, id)) {
        merged[at] = old[next] as number;
        at += 1;
        next += 1;
      }
      merged[at] = id;
      at += 1;
    }
    merged.set(old.subarray(next), at);
    this.sequence = merged;
    return merged;
  }

  private move(capacity: number, wide: boolean): void {
    const grown = wide ? new Uint32Array(capacity) : new Uint16Array(capacity);
    grown.set(this.ids.subarray(0, this.filled));
    this.ids = grown;
  }
}
