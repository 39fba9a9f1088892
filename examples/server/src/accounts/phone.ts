import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Parses a phone number to E.164; null if it is invalid. Without a country code it is American. */
export function readPhone(input: string): string | null {
  const number = parsePhoneNumberFromString(input, 'US');
  // The small metadata has lengths only, not the assigned ranges.
  return number?.isPossible() && number.ext === undefined ? number.number : null;
}
