import { expect, it } from 'vitest';
import { readInvoiceLink } from '../../../../examples/server/src/billing/invoice-links.ts';

it.each([
  'https://pay.stripe.com/invoice/acct_1/test_1/pdf?s=ap',
  'https://invoice.stripe.com/i/acct_1/test_1',
  'https://files.stripe.com/links/x',
  '/dev/invoices/in_1-abc.pdf',
])('accepts %s', (link) => {
  expect(readInvoiceLink(link)).toBe(link);
});

it.each([
  null,
  '',
  'http://pay.stripe.com/x',
  'https://pay.stripe.com.evil.test/x',
  'https://evil.test/pay.stripe.com',
  'https://user:word@pay.stripe.com/x',
  'https://pay.stripe.com:8443/x',
  'javascript:alert(1)',
  'data:text/html,x',
  '//evil.test/x',
  '/\\evil.test/x',
  '/a\tb',
  `/${'x'.repeat(3000)}`,
])('rejects %j', (link) => {
  expect(readInvoiceLink(link)).toBeNull();
});
