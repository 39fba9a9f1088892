import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * A phone number as E.164, or null when it is none. Numbers without a country code are read as American, because
 * the product is for residents of the United States.
 */
export function readPhone(input: string): string | null {
  const number = parsePhoneNumberFromString(input, 'US');
  // `isPossible`: the small metadata knows lengths, not every assigned range; 555 numbers are possible.
  return number?.isPossible() && number.ext === undefined ? number.number : null;
}
