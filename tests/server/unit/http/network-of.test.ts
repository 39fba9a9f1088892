import { expect, test } from 'vitest';
import { networkOf } from '../../../../examples/server/src/http/client/network-of.ts';
import { limitKey } from '../../../../examples/server/src/security/limits.ts';

test('returns the /64 of an IPv6 address in any notation', () => {
  const same = [
    '2001:db8:0:7::1',
    '2001:DB8:0:7:ffff:ffff:ffff:ffff',
    '2001:0db8:0000:0007::',
    '2001:db8:0:7::%eth0',
  ];
  for (const address of same) expect(networkOf(address), address).toBe('2001:db8:0:7::/64');
  expect(networkOf('::1')).toBe('0:0:0:0::/64');
  expect(networkOf('1:2:3:4:5:6:7:8')).toBe('1:2:3:4::/64');
});

test('returns an IPv4 address unchanged, also from its IPv6 form', () => {
  expect(networkOf('198.51.100.1')).toBe('198.51.100.1');
  expect(networkOf('::ffff:198.51.100.1')).toBe('198.51.100.1');
  expect(networkOf('::ffff:c633:6401')).toBe('198.51.100.1');
});

test('returns any other text unchanged', () => {
  for (const text of ['unknown', '', '2001:db8', 'a:b']) expect(networkOf(text)).toBe(text);
});

test('applies limits per address to the whole network, and other limits to their own key', () => {
  expect(limitKey('sign-in.address', '2001:db8::1')).toBe(limitKey('sign-in.address', '2001:db8::2'));
  expect(limitKey('sign-in.address', '2001:db8::1')).not.toBe(limitKey('sign-in.address', '2001:db8:0:1::1'));
  expect(limitKey('call.user', 7)).toBe('call.user:7');
});
