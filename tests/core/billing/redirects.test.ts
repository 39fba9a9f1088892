import { invoiceLink, paymentRedirect } from '@openbell/core/billing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyCases } from '../../support/property-cases.ts';

describe('invoice links', () => {
  const entry = (invoice_pdf: string | null) => ({
    id: 1,
    billed_at: null,
    amount: 50,
    data: { data: { object: { invoice_pdf } } },
  });

  it.each([
    'https://pay.stripe.com/invoice/acct_1/in_1/pdf?s=ap',
    'https://invoice.stripe.com/i/x',
    'https://files.stripe.com/x',
    'https://www.paypal.com/invoice/1',
  ])('accepts %s', (link) => {
    expect(invoiceLink(entry(link))).toBe(link);
  });

  it.each([
    null,
    '',
    'http://pay.stripe.com/x',
    'https://pay.stripe.com.evil.test/x',
    'https://evil.test/https://pay.stripe.com/',
    'https://user@pay.stripe.com/x',
    'https://pay.stripe.com:8443/x',
    'https:\\\\pay.stripe.com/x',
    'javascript:alert(1)',
    'data:application/pdf,x',
    '//pay.stripe.com/x',
    '/invoices/1.pdf',
  ])('rejects %j [billing.invoice-hosts]', (link) => {
    expect(invoiceLink(entry(link))).toBeNull();
  });

  it('resolves a path against the API origin if it is known', () => {
    expect(invoiceLink(entry('/dev/invoices/1.pdf'), { apiOrigin: 'https://api.example' })).toBe(
      'https://api.example/dev/invoices/1.pdf',
    );
    expect(invoiceLink(entry('//evil.test/x'), { apiOrigin: 'https://api.example' })).toBeNull();
  });
});

describe('payment redirects', () => {
  const origin = 'https://app.example';

  it('allows pages of the site and known https hosts', () => {
    expect(paymentRedirect('/dev/wallet?token=1', { origin })).toBe('https://app.example/dev/wallet?token=1');
    const link = 'https://www.paypal.com/webapps/billing/subscriptions?ba_token=BA-1';
    expect(paymentRedirect(link, { origin })).toBe(link);
    expect(paymentRedirect('https://wallet.test/x', { origin, hosts: ['wallet.test'] })).toBe(
      'https://wallet.test/x',
    );
  });

  it.each([
    null,
    undefined,
    '',
    'javascript:alert(1)',
    '//evil.test',
    '/\\evil.test',
    'http://www.paypal.com/',
    'https://paypal.com.evil.test/',
    'https://evil.test/',
    7,
  ])('%j is blocked [billing.redirect-allowed]', (link) => {
    expect(paymentRedirect(link, { origin })).toBeNull();
  });

  it('never redirects to another origin (2,000 cases)', () => {
    const piece = fc.constantFrom(
      'https://',
      'http://',
      '//',
      '/',
      '\\',
      'www.paypal.com',
      '.evil.test',
      '@',
      ':443',
      '#',
      '?',
      '\t',
      'javascript:',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.array(piece, { maxLength: 7 }).map((all) => all.join('')),
        ),
        (raw) => {
          const url = paymentRedirect(raw, { origin });
          return url === null || [origin, 'https://www.paypal.com'].includes(new URL(url).origin);
        },
      ),
      { numRuns: propertyCases(2000) },
    );
  }, 30_000);
});
