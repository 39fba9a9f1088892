/**
 * Dates and numbers as people of a locale write them.
 *
 * @module
 */
import { chooseFormats } from '../shared/formats.ts';
import { datePartsOf } from './date-parts.ts';

export { fixedText, numberText, priceDollarsText, priceText } from '../shared/formats.ts';
export { readNumber } from '../shared/read-number.ts';

/**
 * Writes dates and numbers as in a locale, in all features of the page. Without it they have the formats of the
 * specification, in American English. Call it before the first rendering: texts on screen do not change by themselves.
 * Amounts stay US dollars, and number fields accept numbers as the locale writes them.
 *
 * @param locale A BCP 47 tag such as `de-DE`; null restores the specified formats.
 * @throws RangeError when the tag is not valid.
 *
 * Source: `embed.locale`.
 *
 * @example
 * ```ts
 * import { setLocale } from '@openbell/core/locale';
 *
 * setLocale('de-DE'); // 26. Nov. 2026, 1.250
 * ```
 */
export function setLocale(locale: string | null): void {
  if (locale === null) {
    chooseFormats(null);
    return;
  }
  const [tag = 'en-US'] = Intl.getCanonicalLocales(locale);
  const dates = new Map<string, Intl.DateTimeFormat>();
  chooseFormats({
    locale: tag,
    date(instant, letters) {
      let format = dates.get(letters);
      if (format === undefined) {
        format = new Intl.DateTimeFormat(tag, datePartsOf(letters));
        dates.set(letters, format);
      }
      return format.format(instant);
    },
  });
}
