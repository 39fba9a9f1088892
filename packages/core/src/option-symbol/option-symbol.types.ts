/** The right that an option gives. */
export type OptionType = 'call' | 'put';

/** One listed option contract, as its OCC symbol names it (option symbol format). */
export interface OptionSymbol {
  /**
   * The symbol's root: 1 to 6 of A-Z and 0-9. It is not always the underlying: `SPXW` trades on SPX,
   * and the digit of an adjusted contract (`GME1`) is no part of the ticker. Only reference data can tell.
   */
  readonly root: string;
  /** The day it expires, `YYYY-MM-DD`: a date of the exchange's calendar, not an instant. */
  readonly expiry: string;
  readonly type: OptionType;
  /** The strike in thousandths of a dollar, an integer from 0 to 99,999,999, so that it stays exact. */
  readonly strike: number;
}

export interface FormatOptions {
  /** The provider's prefix `O:` in front. Default false. */
  readonly prefix?: boolean;
  /** The OCC's own 21-character form, with the root padded by spaces to six. Default false. */
  readonly padded?: boolean;
}
