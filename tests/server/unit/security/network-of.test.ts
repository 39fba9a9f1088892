import { expect, test } from 'vitest';
import { limitKey } from '../../../../examples/server/src/security/limits.ts';
import { networkOf } from '../../../../examples/server/src/security/network-of.ts';

test('gives the /64 of an IPv6 address, however it is written', () => {
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

test('gives an IPv4 address as it is, also in its IPv6 form', () => {
  expect(networkOf('198.51.100.1')).toBe('198.51.100.1');
  expect(networkOf('::ffff:198.51.100.1')).toBe('198.51.100.1');
  expect(networkOf('::ffff:c633:6401')).toBe('198.51.100.1');
});

test('gives any other text as it is', () => {
  for (const text of ['unknown', '', '2001:db8', 'a:b']) expect(networkOf(text)).toBe(text);
});

test('counts a limit by network address for the whole network, and others by what they name', () => {
  expect(limitKey('sign-in.address', '2001:db8::1')).toBe(limitKey('sign-in.address', '2001:db8::2'));
  expect(limitKey('sign-in.address', '2001:db8::1')).not.toBe(limitKey('sign-in.address', '2001:db8:0:1::1'));
  expect(limitKey('call.person', 7)).toBe('call.person:7');
});
