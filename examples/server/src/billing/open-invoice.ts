import { and, eq } from 'drizzle-orm';
import type { ServerContext } from '../context.ts';
import { invoices, subscriptions } from '../db/schema/billing.ts';
import { notFound } from '../http/http-error.ts';
import { type OtherHandler, readId } from '../routes.ts';
import { throttle } from '../security/limits.ts';
import { hasSession } from '../sessions/sessions.ts';
import { documentLinksOf } from './document-links.ts';
import { readInvoiceLink } from './invoice-links.ts';

/** The URL gives access to the document, so it is neither cached nor sent as a referrer. */
const privateHeaders = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

/** GET /web/invoice/{id}: redirects to the document of the caller's own payment. */
export const openInvoice: OtherHandler = (context, { caller, params }) =>
  redirectToDocument(context, params.id ?? '', caller?.userId ?? 0);

/** GET /media/invoices/{id}: the same, with a signed link. */
export const openSignedInvoice: OtherHandler = async (context, { params, url }) => {
  const id = params.id ?? '';
  const userId = (await documentLinksOf(context)).verify(id, url.searchParams);
  if (!userId || !(await hasSession(context.db, userId, context.clock.now()))) throw notFound();
  return redirectToDocument(context, id, userId);
};

/**
 * Redirects to a payment's document. The provider's URLs expire, so this requests a new one; if that fails, it uses the
 * stored URL. Throws 404 for an unknown payment, one of another user and one without a document.
 */
async function redirectToDocument(context: ServerContext, id: string, userId: number): Promise<Response> {
  await throttle(context, 'invoice.user', userId);
  const [invoice] = await context.db
    .select({
      providerId: invoices.providerInvoiceId,
      provider: subscriptions.provider,
      storedUrl: invoices.invoicePdf,
    })
    .from(invoices)
    .innerJoin(subscriptions, eq(subscriptions.id, invoices.subscriptionId))
    .where(and(eq(invoices.id, readId(id)), eq(subscriptions.userId, userId)));
  if (invoice === undefined) throw notFound();
  // PayPal has no documents.
  const freshUrl = invoice.provider === 'stripe' ? await requestUrl(context, invoice.providerId) : null;
  const link = readInvoiceLink(freshUrl ?? invoice.storedUrl);
  if (link === null) throw notFound();
  return new Response(null, { status: 302, headers: { ...privateHeaders, location: link } });
}

async function requestUrl({ cards, log }: ServerContext, providerId: string): Promise<string | null> {
  try {
    return (await cards.findInvoice(providerId))?.pdf ?? null;
  } catch (error) {
    log.warn('billing.invoice-link-not-read', { error });
    return null;
  }
}
