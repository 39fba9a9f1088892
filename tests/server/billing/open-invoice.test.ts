// GET /web/invoice/{id}: redirects to the document of the user's own payment.
import { beforeAll, describe, expect, it } from 'vitest';
import { openInvoice } from '../../../examples/server/src/billing/open-invoice.ts';
import { invoices } from '../../../examples/server/src/db/schema/billing.ts';
import { PaymentProviderError } from '../../../examples/server/src/providers/payments.types.ts';
import { sharedBillingServer } from './billing-support.ts';

let owner: string;
let id: number;
const server = sharedBillingServer();
beforeAll(async () => {
  owner = await server.signIn('subscriber');
  const profile = await server.call('GET', '/api/web/profile', { token: owner });
  id = Number(profile.body.subscriptions?.[0]?.subscription_histories?.[0]?.id);
});

const open = (which: number | string, token?: string) =>
  server.call('GET', `/api/web/invoice/${which}`, token === undefined ? {} : { token });
/** The stored links of all documents so far. */
const keep = (invoicePdf: string | null) => server.context.db.update(invoices).set({ invoicePdf });
/** The response with another provider. */
async function openWith(findInvoice: () => Promise<{ pdf: string | null } | null>) {
  const { context } = server;
  const [own] = (await context.db.select().from(invoices)).filter((row) => row.id === id);
  const me = await server.call('GET', '/api/web/profile', { token: owner });
  const caller = {
    userId: Number(me.body.user?.id),
    sessionId: 0,
    firstName: '',
    email: '',
    expiredAt: null,
  };
  const cards = { ...context.cards, findInvoice: findInvoice as typeof context.cards.findInvoice };
  const call = { caller, params: { id: String(own?.id) } } as unknown as Parameters<typeof openInvoice>[1];
  return openInvoice({ ...context, cards }, call);
}

describe('the document of a payment', () => {
  it('redirects its owner to a fresh URL when the stored one is outdated [billing-server.invoice-fresh]', async () => {
    await keep('https://pay.stripe.com/invoice/out-of-date.pdf');
    const response = await open(id, owner);
    expect(response.status).toBe(302);
    const location = response.headers.get('location') ?? '';
    expect(location).toMatch(/^\/dev\/invoices\/in_\w+-\w+\.pdf$/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    const document = await fetch(server.url + location);
    expect(document.headers.get('content-type')).toBe('application/pdf');
    await document.body?.cancel();
  });

  it('opens without a token by the signed link of the payment history, for one day [billing-server.invoice-link]', async () => {
    const linkOf = async () => {
      const me = await server.call('GET', '/api/web/profile', { token: owner });
      const object = me.body.subscriptions?.[0]?.subscription_histories?.[0]?.data?.data?.object;
      return typeof object?.invoice_pdf === 'string' ? object.invoice_pdf : '';
    };
    await keep('https://pay.stripe.com/invoice/out-of-date.pdf');
    const link = await linkOf();
    expect(link).toMatch(/^\/media\/invoices\/\d+\?member=\d+&expires=\d+&signature=[\w-]{43}$/);
    const response = await server.call('GET', link);
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toMatch(/^\/dev\/invoices\/in_\w+-\w+\.pdf$/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    for (const forged of [
      link.replace(/invoices\/\d+/, 'invoices/2'),
      link.replace(/member=\d+/, 'member=1'),
      link.replace(/expires=\d+/, 'expires=9999999999999'),
      link.replace(/signature=.*/, ''),
      link.replace(/\?.*/, ''),
    ].filter((one) => one !== link))
      expect((await server.call('GET', forged)).status, forged).toBe(404);
    server.clock.advance(24 * 3_600_000);
    expect((await server.call('GET', link)).status).toBe(404);
    const fresh = await linkOf();
    expect((await server.call('GET', fresh)).status).toBe(302);
    // Signing out everywhere also invalidates this link.
    const token = owner;
    await server.call('POST', '/api/web/end-other-sessions', { token });
    await server.call('POST', '/api/web/logout', { token });
    expect((await server.call('GET', fresh)).status).toBe(404);
    owner = await server.signIn('subscriber');
    await keep(null);
    expect(await linkOf()).toBe('');
  });

  it('returns 401 to visitors, and the same response to others as for a missing payment [billing-server.invoice-owner]', async () => {
    expect((await open(id)).status).toBe(401);
    expect((await open(id, 'x'.repeat(43))).status).toBe(401);
    const none = await open(2_000_000_000, owner);
    expect(none.status).toBe(404);
    for (const who of ['other', 'member', 'lapsed'] as const) {
      const theirs = await open(id, await server.signIn(who));
      expect([theirs.status, theirs.body]).toEqual([404, none.body]);
    }
    for (const odd of ['0', '-1', '1e9', '%00', 'abc', '9'.repeat(300)])
      expect((await open(odd, owner)).status).toBe(404);
    expect((await server.call('POST', `/api/web/invoice/${id}`, { token: owner })).status).toBe(405);
  });

  it('falls back to the stored URL when the provider fails, and returns 404 without one', async () => {
    const down = () => Promise.reject(new PaymentProviderError('unavailable', 'down'));
    await keep('https://pay.stripe.com/invoice/known.pdf');
    expect((await openWith(down)).headers.get('location')).toBe('https://pay.stripe.com/invoice/known.pdf');
    await keep(null);
    await expect(openWith(down)).rejects.toMatchObject({ status: 404 });
    await expect(openWith(async () => ({ pdf: null }))).rejects.toMatchObject({ status: 404 });
  });

  it('rejects a URL that is not on the allow-list', async () => {
    await keep(null);
    const pdf = 'https://evil.test/i.pdf';
    await expect(openWith(async () => ({ pdf }))).rejects.toMatchObject({ status: 404 });
  });
});
