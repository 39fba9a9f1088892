/** One print. */
export interface Print {
  time: number;
  contract: number;
  qty: number;
  price: number;
  bid: number;
  ask: number;
  delta: number;
  iv: number;
  underlying: number;
  exchange: number;
  condition: number;
}

/** Columns that grow by prints, sorted at the end. */
export interface TradeColumns {
  readonly count: number;
  readonly capacity: number;
  add(print: Print): void;
  /** The row read back into `into`. */
  read(row: number, into: Print): void;
  isVoid(row: number): boolean;
  markVoid(row: number): void;
}
