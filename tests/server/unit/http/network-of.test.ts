import { expect, test } from 'vitest';
import { networkOf } from '../../../../examples/server/src/http/network-of.ts';

test('IPv6 addresses of one /64 network are one network, however they are written', () => {
  for (const address of ['2001:db8:1:2::1', '2001:0DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::%eth0'])
    expect(networkOf(address), address).toBe('2001:db8:1:2::/64');
  expect(networkOf('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64');
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64');
  expect(networkOf('::1')).toBe('0:0:0:0::/64');
});

test('an IPv4 address counts alone, also when it is mapped into IPv6', () => {
  expect(networkOf('198.51.100.1')).toBe('198.51.100.1');
  for (const address of ['::ffff:198.51.100.1', '::FFFF:c633:6401', '0:0:0:0:0:ffff:198.51.100.1'])
    expect(networkOf(address), address).toBe('198.51.100.1');
});

test('text that is no address stays as it is', () => {
  for (const address of ['unknown', '', 'a:b', '1.2.3']) expect(networkOf(address)).toBe(address);
});
