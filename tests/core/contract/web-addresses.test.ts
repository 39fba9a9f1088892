import { webAddressSchema } from '@openbell/core/contract';
import * as v from 'valibot';
import { expect, test } from 'vitest';

test.each([
  ['www.example.com', 'https://www.example.com'],
  ['example.com/about?a=b#c', 'https://example.com/about?a=b#c'],
  ['example.com:8443', 'https://example.com:8443'],
  ['//example.com/a', 'https://example.com/a'],
  ['bücher.example', 'https://bücher.example'],
  ['https://example.com', 'https://example.com'],
  ['http://example.com', 'http://example.com'],
  ['/media/news/1.html', '/media/news/1.html'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['mailto:a@example.com', 'mailto:a@example.com'],
  [' https://example.com\n', 'https://example.com'],
  [' www.example.com ', 'https://www.example.com'],
  ['example.com.', 'https://example.com.'],
  ['1.2.3.4', 'https://1.2.3.4'],
  // No addresses. A link would lead into our own site.
  ['n/a', ''],
  ['Unknown', ''],
  ['-', ''],
  ['Example Inc.', ''],
  ['ada@example.com', ''],
  ['https//example.com', ''],
  ['www.exa mple.com', ''],
  ['', ''],
])('reads the address %j of a provider as %j [market.web-addresses]', (address, expected) => {
  expect(v.parse(webAddressSchema, address)).toBe(expected);
});
