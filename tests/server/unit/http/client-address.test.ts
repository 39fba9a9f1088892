import { expect, test } from 'vitest';
import { clientAddress } from '../../../../examples/server/src/http/client/client-address.ts';

const peer = '192.0.2.1';
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

test.each([
  ['203.0.113.7:51234', '203.0.113.7'],
  ['203.0.113.7:0', '203.0.113.7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['[2001:db8::7]:443', '2001:db8::7'],
  ['"[2001:db8::7]:443"', '2001:db8::7'],
  ['fe80::7%eth0', 'fe80::7'],
  ['[fe80::7%25eth0]:443', 'fe80::7'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ['[::ffff:203.0.113.7]:80', '::ffff:203.0.113.7'],
  ['2001:db8::7:443', '2001:db8::7:443'],
  // Several headers are joined with a comma.
  ['198.51.100.1:1, 203.0.113.7:51234', '203.0.113.7'],
])('reads the entry %s of a proxy as %s', (forwarded, address) => {
  expect(from(forwarded)).toBe(address);
});

test('uses the address of the proxy when the entry is not an address', () => {
  for (const forwarded of [
    '',
    ',',
    '198.51.100.1,',
    'unknown',
    'a'.repeat(8_000),
    '1.2.3.4.5',
    '1.2.3.4:x',
    '[1.2.3.4',
    '_hidden:80',
    ':80',
    undefined,
  ])
    expect(from(forwarded), String(forwarded).slice(0, 20)).toBe(peer);
  expect(clientAddress({ peer: undefined, forwarded: undefined, trustProxy: true })).toBe('unknown');
});
