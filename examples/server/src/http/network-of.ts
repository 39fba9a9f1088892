import { isIPv6 } from 'node:net';

/**
 * The network that a limit counts: an IPv4 address alone, the /64 network of an IPv6 address, because one subscriber has all
 * addresses of it. An IPv4 address mapped into IPv6 is that IPv4 address. Other text is returned as it is.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address;
  // The URL parser writes each address in one way: lower case, hexadecimal, the longest run of zeros as '::'.
  const [head = '', tail = ''] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const [before, after] = [groupsOf(head), groupsOf(tail)];
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  const groups = [...before, ...zeros, ...after];
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return `${groups.slice(0, 4).join(':')}::/64`;
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((pair) => [pair >> 8, pair & 255])
    .join('.');
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':');
}
