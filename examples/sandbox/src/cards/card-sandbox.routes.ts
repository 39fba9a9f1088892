import { HttpError, notFound, validate } from '@openbell/example-server';
import * as v from 'valibot';
import { defineSandboxRoutes, type SandboxRoutes } from '../routes.ts';
import type { CardSandboxAccess } from './create-card-sandbox.ts';
import type { InvoiceObject } from './objects.ts';

const confirmBodySchema = v.object({
  client_secret: v.pipe(
    v.string(),
    v.regex(/^seti_\w{1,100}_secret_\w{1,100}$/, 'This payment form is not valid.'),
  ),
  number: v.pipe(
    v.string(),
    v.nonEmpty('Please enter a card number.'),
    v.maxLength(40, 'This is no card number.'),
  ),
  /** Month and year, as in the form. Default: in four years. */
  expiry: v.optional(
    v.pipe(v.string(), v.regex(/^\s*\d{1,2}\s*[/-]?\s*(?:\d{2}|20\d{2})\s*$/, 'This is no expiry date.')),
  ),
});

/** The used part of the API's response to a confirmation. */
const intentResponseSchema = v.object({
  status: v.optional(v.string()),
  payment_method: v.nullish(v.string()),
  error: v.optional(
    v.object({
      message: v.string(),
      code: v.optional(v.string()),
      setup_intent: v.optional(v.object({ status: v.string(), payment_method: v.nullish(v.string()) })),
    }),
  ),
});

function expiryFields(expiry: string | undefined): Record<string, string> {
  const [, month, year] = /^(\d{1,2})(\d{2}|20\d{2})$/.exec((expiry ?? '').replace(/\D/g, '')) ?? [];
  if (month === undefined || year === undefined) return {};
  return { 'payment_method_data[card][exp_month]': month, 'payment_method_data[card][exp_year]': year };
}

/**
 * The routes of the card sandbox. `POST /dev/cards/confirm` replaces Stripe's card form: it confirms a set-up intent by its
 * client secret, and authenticates if the card requires it.
 */
export function cardSandboxRoutes(access: CardSandboxAccess): SandboxRoutes {
  const base = `http://${access.host}:${access.port}/v1`;

  async function post(path: string, fields: Record<string, string>) {
    const response = await fetch(`${base}/${path}`, {
      method: 'POST',
      body: new URLSearchParams({ key: access.publishableKey, ...fields }),
    });
    return { status: response.status, body: v.parse(intentResponseSchema, await response.json()) };
  }

  return defineSandboxRoutes({
    'POST /dev/cards/confirm': async (_context, call) => {
      const { client_secret, number, expiry } = validate(confirmBodySchema, await call.readJson());
      const id = client_secret.slice(0, client_secret.indexOf('_secret_'));
      let { status, body } = await post(`setup_intents/${id}/confirm`, {
        client_secret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': number,
        ...expiryFields(expiry),
      });
      if (body.status === 'requires_action') {
        ({ status, body } = await post(`setup_intents/${id}/sandbox_authenticate`, { client_secret }));
      }
      if (status === 404) throw notFound();
      // An intent that had succeeded before counts as set up: the form may be open in two tabs.
      const before = body.error?.setup_intent;
      if (before?.status === 'succeeded') return Response.json({ payment_method_id: before.payment_method });
      if (body.error?.code === 'setup_intent_unexpected_state') throw new HttpError(409, body.error.message);
      if (body.error !== undefined) throw new HttpError(status === 402 ? 402 : 422, body.error.message);
      return Response.json({ payment_method_id: body.payment_method });
    },
    'GET /dev/invoices/:file': async (_context, call) => {
      const file = call.params.file ?? '';
      const id = /^(in_\w{1,100})-\w{1,100}\.pdf$/.exec(file)?.[1];
      if (id === undefined) throw notFound();
      const response = await fetch(`${base}/invoices/${id}`, {
        headers: { authorization: `Bearer ${access.secretKey}` },
      });
      if (!response.ok) throw notFound();
      const invoice = (await response.json()) as InvoiceObject;
      // The random part of the file name is the authorization.
      if (invoice.invoice_pdf !== `/dev/invoices/${file}`) throw notFound();
      // Imported on first use: loading the PDF library and its font takes 0.2 s.
      const { renderInvoicePdf } = await import('./invoice-pdf.ts');
      return new Response(Buffer.from(await renderInvoicePdf(invoice)), {
        headers: {
          'content-type': 'application/pdf',
          'content-disposition': `inline; filename="${invoice.number ?? 'invoice'}.pdf"`,
          'cache-control': 'private, no-store',
        },
      });
    },
  });
}
