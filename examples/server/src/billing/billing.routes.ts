// The billing calls of the contract, and the providers' webhooks.
import { isSubscribed } from '@openbell/core/entitlement';
import type { ServerContext } from '../context.ts';
import { isAllowedOrigin } from '../http/headers/origins.ts';
import { fieldError, HttpError, notFound } from '../http/http-error.ts';
import { checkJsonShape } from '../http/request/read-json.ts';
import { type Call, defineOtherRoutes, defineRoutes, type OtherRoutes, readId } from '../routes.ts';
import { throttle } from '../security/limits.ts';
import { cancelSubscription, readSubscriptionInfo, requestCancel } from './cancel.ts';
import { readExpiration } from './expiration.ts';
import { type KeyedResponse, withIdempotency } from './idempotency.ts';
import { openApproval } from './open-approval.ts';
import { openInvoice, openSignedInvoice } from './open-invoice.ts';
import { startPaymentMethodUpdate, updateCard } from './payment-method.ts';
import { findProgram, listPrograms } from './programs.ts';
import { openSetupIntent } from './set-up-intents.ts';
import { subscribe } from './subscribe.ts';
import { hasTrial } from './trials.ts';
import { handleCardWebhook, handleWalletWebhook } from './webhooks.ts';

/** Bytes. */
const WEBHOOK_LIMIT = 1024 * 1024;

/** Throws 422 for a payment provider that is off. */
function requireGateway({ config }: Pick<ServerContext, 'config'>, gateway: 'stripe' | 'paypal'): void {
  if (gateway === 'stripe' && config.stripe === 'off')
    throw fieldError('gateway', 'Card payments are not available on this site.');
  if (gateway === 'paypal' && config.paypal === 'off')
    throw fieldError('gateway', 'PayPal is not available on this site.');
}

export const billingRoutes = defineRoutes({
  programs: async ({ db, config }, { caller }) => {
    const trial = caller === null || (await hasTrial(db, caller.userId));
    return { body: await listPrograms(db, trial ? config.trialDays : 0) };
  },

  createPaymentIntent: async (context, { caller, body, headers, address }) => {
    await throttle(context, 'payment-intent.user', caller.userId);
    await throttle(context, 'payment-intent.address', address);
    requireGateway(context, body.gateway);
    if (isSubscribed({ expired_at: caller.expiredAt }, context.clock.now())) {
      throw new HttpError(409, 'You are already subscribed.');
    }
    const program = await findProgram(context.db, body.program_id);
    if (program === null) throw fieldError('program_id', 'This plan is not available.');
    if (body.gateway === 'paypal') {
      const returnOrigin = returnOriginOf(context.config, headers);
      const approveLink = await openApproval(context, caller, { program, term: body.term, returnOrigin });
      return { body: { approveLink, setupIntentClientSecret: null } };
    }
    const intent = await openSetupIntent(context, caller, { programId: program.id, term: body.term });
    return { body: { approveLink: null, setupIntentClientSecret: intent.clientSecret } };
  },

  createSubscription: (context, call) =>
    doOnce(context, call, async () => {
      requireGateway(context, call.body.gateway);
      return subscribe(context, call.caller, call.body);
    }),

  userExpiration: async (context, { caller, address }) => {
    await throttle(context, 'expiration.user', caller.userId);
    await throttle(context, 'expiration.address', address);
    return { body: await readExpiration(context, caller.userId), headers: { 'cache-control': 'no-store' } };
  },

  subscriptionInfo: async (context, { caller, params }) => ({
    body: await readSubscriptionInfo(context, caller.userId, readId(params.id)),
  }),

  cancelSubscription: async (context, { caller, params }) => ({
    body: await cancelSubscription(context, caller.userId, readId(params.id)),
  }),

  paymentMethodIntent: async (context, { caller, headers, address }) => {
    await throttle(context, 'payment-intent.user', caller.userId);
    await throttle(context, 'payment-intent.address', address);
    return { body: await startPaymentMethodUpdate(context, caller, returnOriginOf(context.config, headers)) };
  },

  updatePaymentMethod: (context, call) =>
    doOnce(context, call, async () => ({
      status: 200,
      body: await updateCard(context, call.caller, call.body.payment_method_id),
    })),

  cancelSubscriptionRequest: async (context, { caller }) => ({
    body: await requestCancel(context, caller.userId),
  }),
});

/** Does the work of a call once per `Idempotency-Key`, within the limits. */
function doOnce<T>(
  context: ServerContext,
  {
    caller,
    body,
    headers,
    address,
  }: Pick<Call<'createSubscription' | 'updatePaymentMethod'>, 'caller' | 'body' | 'headers' | 'address'>,
  work: () => Promise<KeyedResponse<T>>,
): Promise<KeyedResponse<T>> {
  return withIdempotency(
    { db: context.db, now: () => context.clock.now() },
    { userId: caller.userId, key: headers.get('idempotency-key'), request: body },
    async () => {
      await throttle(context, 'create-subscription.user', caller.userId);
      await throttle(context, 'create-subscription.address', address);
      return work();
    },
  );
}

/** Returns the origin to return to after payment: the request's if it is allowed, else the site's. */
function returnOriginOf(config: ServerContext['config'], headers: Headers): string {
  const origin = headers.get('origin');
  const isAllowed = origin !== null && isAllowedOrigin(config, origin, headers.get('host') ?? undefined);
  return isAllowed ? origin : config.publicUrl;
}

export const billingOtherRoutes: OtherRoutes = defineOtherRoutes({
  'GET /api/web/invoice/:id': openInvoice,
  'GET /media/invoices/:id': openSignedInvoice,
  'POST /api/webhooks/stripe': async (context, call) => {
    if (context.config.stripe === 'off') throw notFound();
    const body = Buffer.from(await call.readBytes(WEBHOOK_LIMIT)).toString('utf8');
    const outcome = await handleCardWebhook(
      context,
      body,
      call.request.headers.get('stripe-signature') ?? '',
    );
    return Response.json({ received: true, outcome });
  },
  'POST /api/webhooks/paypal': async (context, call) => {
    if (context.config.paypal === 'off') throw notFound();
    await throttle(context, 'wallet-webhook.address', call.address);
    const bytes = await call.readBytes(WEBHOOK_LIMIT);
    // Anyone can send this body: only PayPal can verify its signature, and the body is part of that request.
    checkJsonShape(bytes);
    const body = Buffer.from(bytes).toString('utf8');
    const outcome = await handleWalletWebhook(context, body, call.request.headers);
    return Response.json({ received: true, outcome });
  },
});
