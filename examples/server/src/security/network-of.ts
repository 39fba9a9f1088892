import { isIP } from 'node:net';

/**
 * The network that limits count by: the /64 of an IPv6 address, because one customer is given at least that many, and an
 * IPv4 address itself. Any other text comes back unchanged.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '');
  if (isIP(plain) !== 6) return address;
  // The URL parser writes every IPv6 address in one way: hexadecimal groups, at most one '::'.
  const [head = '', tail = ''] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const [before, after] = [head, tail].map((part) => part.split(':').filter((group) => group !== '')) as [
    string[],
    string[],
  ];
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  if (!isMapped) return `${groups.slice(0, 4).join(':')}::/64`;
  const bytes = groups.slice(6).flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
  return bytes.join('.');
}
