import { expect, test } from 'vitest';
import { clientAddress } from '../../../../examples/server/src/http/client-address.ts';

const peer = '203.0.113.7';
const from = (forwarded: string | undefined, trustProxy = true) =>
  clientAddress({ peer, forwarded, trustProxy });

test('ignores the header unless the proxy is trusted', () => {
  for (const forwarded of ['198.51.100.1', '198.51.100.1, 198.51.100.2', '', 'x', '::1', undefined])
    expect(from(forwarded, false), String(forwarded)).toBe(peer);
});

test('uses only the last entry, which the trusted proxy has added', () => {
  expect(from('198.51.100.1')).toBe('198.51.100.1');
  expect(from('127.0.0.1, 10.0.0.1 ,198.51.100.1')).toBe('198.51.100.1');
  expect(from('198.51.100.1, 2001:db8::1')).toBe('2001:db8::1');
});

test('uses the address of the proxy when the entry is not an address', () => {
  for (const forwarded of ['', ',', '198.51.100.1,', 'unknown', 'a'.repeat(8_000), '1.2.3.4.5', undefined])
    expect(from(forwarded), String(forwarded).slice(0, 20)).toBe(peer);
  expect(clientAddress({ peer: undefined, forwarded: undefined, trustProxy: true })).toBe('unknown');
});
