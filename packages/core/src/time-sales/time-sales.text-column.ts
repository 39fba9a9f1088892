/** Texts as numbers into a dictionary: each distinct text is held once, a row takes two bytes, or four. */
export class TextColumn {
  ids: Uint16Array | Uint32Array;
  readonly texts: string[] = [];
  private readonly idOf = new Map<string, number>();
  private readonly keyOf: (text: string) => string;
  private filled = 0;
  private ranked: Uint32Array | null = null;
  /** What each text is ordered by, filled when it is first asked for. */
  private readonly keys: string[] = [];

  /** `keyOf` gives what a text is ordered by, in code units; texts with one key are ordered by themselves. */
  constructor(capacity: number, keyOf: (text: string) => string) {
    this.ids = new Uint16Array(capacity);
    this.keyOf = keyOf;
  }

  reserve(capacity: number): void {
    if (capacity > this.ids.length) this.move(capacity, this.ids instanceof Uint32Array);
  }

  /** Appends; the caller has reserved the room. */
  push(text: string): void {
    let id = this.idOf.get(text);
    if (id === undefined) {
      id = this.texts.length;
      this.texts.push(text);
      this.idOf.set(text, id);
      this.ranked = null;
      if (id === 65_536) this.move(this.ids.length, true);
    }
    this.ids[this.filled] = id;
    this.filled += 1;
  }

  get(row: number): string {
    return this.texts[this.ids[row] ?? 0] ?? '';
  }

  /** Whether the text of row `a` stands after that of row `b`: without the ranks, which a new text makes stale. */
  isAfter(a: number, b: number): boolean {
    const one = this.ids[a] as number;
    const other = this.ids[b] as number;
    if (one === other) return false;
    const key = this.keyAt(one);
    const otherKey = this.keyAt(other);
    return key === otherKey ? (this.texts[one] as string) > (this.texts[other] as string) : key > otherKey;
  }

  private keyAt(id: number): string {
    let key = this.keys[id];
    if (key === undefined) {
      key = this.keyOf(this.texts[id] as string);
      this.keys[id] = key;
    }
    return key;
  }

  /** The place of each dictionary entry in the column's order. Sorted once, then kept until a new text comes. */
  ranks(): Uint32Array {
    if (this.ranked !== null) return this.ranked;
    const entries = this.texts.map((text, id) => ({ id, key: this.keyAt(id), text }));
    entries.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.text < b.text ? -1 : 1));
    const ranks = new Uint32Array(entries.length);
    entries.forEach((entry, rank) => {
      ranks[entry.id] = rank;
    });
    this.ranked = ranks;
    return ranks;
  }

  private move(capacity: number, wide: boolean): void {
    const grown = wide ? new Uint32Array(capacity) : new Uint16Array(capacity);
    grown.set(this.ids.subarray(0, this.filled));
    this.ids = grown;
  }
}
