// How dates and numbers are written: as specified, or as in a locale that the host chose (`@openbell/core/locale`).

/** The formats of a locale. */
export interface LocaleFormats {
  readonly locale: string;
  /** Formats an instant with the parts that the given format letters name. */
  readonly date: (instant: number, letters: string) => string;
}

let chosen: LocaleFormats | null = null;
const numbers = new Map<Intl.NumberFormatOptions, Intl.NumberFormat>();

/** Replaces the specified formats; null restores them. */
export function chooseFormats(formats: LocaleFormats | null): void {
  chosen = formats;
  numbers.clear();
}

export const localeFormats = (): LocaleFormats | null => chosen;

export const formatLocale = (): string => chosen?.locale ?? 'en-US';

/** What a value is that is missing or no number. */
export const ABSENT = '–';

/**
 * Formats a number; a dash for NaN and infinity. What rounds to zero has no minus sign. `options` is a constant: each object
 * has its own formatter.
 */
export function numberText(value: number, options: Intl.NumberFormatOptions): string {
  if (!Number.isFinite(value)) return ABSENT;
  let format = numbers.get(options);
  if (format === undefined) {
    format = new Intl.NumberFormat(formatLocale(), { signDisplay: 'negative', ...options });
    numbers.set(options, format);
  }
  return format.format(value);
}

const fixed: Readonly<Record<1 | 2, Intl.NumberFormatOptions>> = {
  1: { minimumFractionDigits: 1, maximumFractionDigits: 1 },
  2: { minimumFractionDigits: 2, maximumFractionDigits: 2 },
};

/** Formats a number with one or two decimals, as `toFixed` does. What rounds to zero has no minus sign. */
export function fixedText(value: number, digits: 1 | 2): string {
  if (chosen !== null || !Number.isFinite(value)) return numberText(value, fixed[digits]);
  const text = value.toFixed(digits);
  return text.startsWith('-') && Number(text) === 0 ? text.slice(1) : text;
}

const usd = { style: 'currency', currency: 'USD' } as const;
const price: Intl.NumberFormatOptions = { minimumFractionDigits: 2, maximumFractionDigits: 4 };
const priceInDollars: Intl.NumberFormatOptions = { ...price, ...usd };
const smallPrice: Intl.NumberFormatOptions = { maximumSignificantDigits: 4 };
const smallPriceInDollars: Intl.NumberFormatOptions = { ...smallPrice, ...usd };

/** Prices below this show significant digits instead of decimals. */
const SMALL = 0.01;

/** Formats a price with two to four decimals; one below a cent keeps its digits: `1.25`, `0.125`, `0.0012`. */
export function priceText(value: number): string {
  return numberText(value, value !== 0 && Math.abs(value) < SMALL ? smallPrice : price);
}

/** {@link priceText} in dollars. */
export function priceDollarsText(value: number): string {
  const isSmall = value !== 0 && Math.abs(value) < SMALL;
  return numberText(value, isSmall ? smallPriceInDollars : priceInDollars);
}
