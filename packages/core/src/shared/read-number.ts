import { numberText } from './formats.ts';

const sample: Intl.NumberFormatOptions = { minimumFractionDigits: 1, useGrouping: 'always' };

/** The digits and the decimal sign of the locale, from a formatted number. */
function signsOfLocale(): { readonly digits: string; readonly decimal: string } {
  const digits = [...numberText(9_876_543_210, { useGrouping: false })].reverse().join('');
  const decimal = [...numberText(1.5, sample)][1] ?? '.';
  return { digits, decimal };
}

/**
 * Reads a number of zero or more, at most `largest`, as the locale writes it, with or without separators and `$`, in digits of any
 * width; null for other text.
 */
export function readNumber(typed: string, largest: number): number | null {
  const { digits, decimal } = signsOfLocale();
  const plain = [...typed.normalize('NFKC').replace(/[\s$\p{Cf}]/gu, '')]
    .map((one) => (digits.includes(one) ? String(digits.indexOf(one)) : one))
    .join('');
  const [whole = '', fraction, ...more] = plain.split(decimal);
  const ungrouped = whole.replace(/(?<=\d)[.,'’٬](?=\d)/gu, '');
  if (more.length > 0 || !/^\d*$/.test(ungrouped) || !/^\d*$/.test(fraction ?? '')) return null;
  if (ungrouped === '' && (fraction ?? '') === '') return null;
  return Math.min(Number(`${ungrouped || '0'}.${fraction || '0'}`), largest);
}
