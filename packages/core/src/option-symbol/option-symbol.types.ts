/** The type of an option. */
export type OptionType = 'call' | 'put';

/** A listed option contract, as in its OCC symbol. */
export interface OptionSymbol {
  /**
   * The symbol's root: 1 to 6 of A-Z and 0-9. It can differ from the underlying: `SPXW` is an option on SPX, and the
   * digit of an adjusted contract (`GME1`) is not part of the ticker.
   */
  readonly root: string;
  /** The expiry, `YYYY-MM-DD`: a date of the exchange's calendar, not an instant. */
  readonly expiry: string;
  readonly type: OptionType;
  /** The strike in thousandths of a dollar: an exact integer from 0 to 99,999,999. */
  readonly strike: number;
}

export interface FormatOptions {
  /** Whether to add the provider's prefix `O:`; false by default. */
  readonly prefix?: boolean;
  /** Whether to use the OCC's 21-character form, with the root padded to six; false by default. */
  readonly padded?: boolean;
}
