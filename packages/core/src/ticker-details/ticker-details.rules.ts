import type { TickerDetails } from '../contract/index.ts';

/** The ticker shown at first. */
export const defaultTicker = 'AAPL';

/** True for the characters of a ticker; anything else is not sent to the server. */
export function isTicker(text: string): boolean {
  return /^[A-Z0-9.\-:^]{1,15}$/.test(text) && !/^\.+$/.test(text);
}

/** An address on one line; missing parts are left out. */
export function addressLine(address: TickerDetails['address']): string {
  const region = [address.state, address.postal_code].filter((part) => part !== '').join(' ');
  return [address.address1, address.city, region].filter((part) => part !== '').join(', ');
}
