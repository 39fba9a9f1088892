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

/** Formats a number. `options` is a constant: each object has its own formatter. */
export function numberText(value: number, options: Intl.NumberFormatOptions): string {
  let format = numbers.get(options);
  if (format === undefined) {
    format = new Intl.NumberFormat(formatLocale(), options);
    numbers.set(options, format);
  }
  return format.format(value);
}

const fixed: Readonly<Record<1 | 2, Intl.NumberFormatOptions>> = {
  1: { minimumFractionDigits: 1, maximumFractionDigits: 1 },
  2: { minimumFractionDigits: 2, maximumFractionDigits: 2 },
};

/** Formats a number with one or two decimals, as `toFixed` does. */
export function fixedText(value: number, digits: 1 | 2): string {
  return chosen === null ? value.toFixed(digits) : numberText(value, fixed[digits]);
}
