import type { TickerDetails } from '../contract/index.ts';
import { readTicker } from '../option-symbol/index.ts';

/** The ticker shown at first. */
export const defaultTicker = 'AAPL';

/** True for a ticker as `readTicker` returns it. */
export function isTicker(text: string): boolean {
  return readTicker(text) === text;
}

/** An address on one line; missing parts are left out. */
export function addressLine(address: TickerDetails['address']): string {
  const region = [address.state, address.postal_code].filter((part) => part !== '').join(' ');
  return [address.address1, address.city, region].filter((part) => part !== '').join(', ');
}
