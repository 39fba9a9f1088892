import type { TickerDetails } from '../contract/index.ts';

/** `what Details and Graph show at first. */
export const defaultTicker = 'AAPL';

/** What may stand for a ticker: the provider's own letters. Anything else is not sent. */
export function isTicker(text: string): boolean {
  return /^[A-Z0-9.\-:^]{1,15}$/.test(text) && !/^\.+$/.test(text);
}

/** An address on one line, without the parts that are missing. */
export function addressLine(address: TickerDetails['address']): string {
  const region = [address.state, address.postal_code].filter((part) => part !== '').join(' ');
  return [address.address1, address.city, region].filter((part) => part !== '').join(', ');
}
