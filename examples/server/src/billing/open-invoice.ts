import { and, eq } from 'drizzle-orm';
import type { ServerContext } from '../context.ts';
import { invoices, subscriptions } from '../db/schema/billing.ts';
import { notFound } from '../http/http-error.ts';
import type { OtherHandler } from '../http/other-route.ts';
import { readId } from '../http/route.ts';
import { throttle } from '../security/limits.ts';
import { hasSession } from '../sessions/sessions.ts';
import { documentLinksOf } from './document-links.ts';
import { readInvoiceLink } from './invoice-links.ts';

/** The address opens the document, so it is neither cached nor sent as a referrer. */
const unshared = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

/** GET /web/invoice/{id}: redirects to the document of the caller's own payment. */
export const openInvoice: OtherHandler = (context, { caller, params }) =>
  redirectToDocument(context, params.id ?? '', caller?.userId ?? 0);

/** GET /media/invoices/{id}: the same for a signed link. */
export const openSignedInvoice: OtherHandler = async (context, { params, url }) => {
  const id = params.id ?? '';
  const userId = (await documentLinksOf(context)).verify(id, url.searchParams);
  if (!userId || !(await hasSession(context.db, userId, context.clock.now()))) throw notFound();
  return redirectToDocument(context, id, userId);
};

/**
 * Redirects to a payment's document. The provider's addresses expire, so it is asked for a new one; the stored one is
 * used while it is unavailable. Throws 404 for another user's payment, an unknown one and one without a document.
 */
async function redirectToDocument(context: ServerContext, id: string, userId: number): Promise<Response> {
  await throttle(context, 'invoice.person', userId);
  const [own] = await context.db
    .select({
      providerId: invoices.providerInvoiceId,
      provider: subscriptions.provider,
      known: invoices.invoicePdf,
    })
    .from(invoices)
    .innerJoin(subscriptions, eq(subscriptions.id, invoices.subscriptionId))
    .where(and(eq(invoices.id, readId(id)), eq(subscriptions.userId, userId)));
  if (own === undefined) throw notFound();
  // PayPal has no documents.
  const fresh = own.provider === 'stripe' ? await askForLink(context, own.providerId) : null;
  const link = readInvoiceLink(fresh ?? own.known);
  if (link === null) throw notFound();
  return new Response(null, { status: 302, headers: { ...unshared, location: link } });
}

async function askForLink(
  { cards, log }: Pick<ServerContext, 'cards' | 'log'>,
  providerId: string,
): Promise<string | null> {
  try {
    return (await cards.findInvoice(providerId))?.pdf ?? null;
  } catch (error) {
    log.warn('billing.invoice-link-not-read', { error });
    return null;
  }
}
