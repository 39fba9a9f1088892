// The billing calls of the contract, and the card provider's webhook (decisions.md 4, 7 and 11, Billing).
import { isSubscribed } from '@openbell/core/entitlement';
import { fieldError, HttpError } from '../http/http-error.ts';
import { defineOtherRoutes, type OtherRoutes } from '../http/other-route.ts';
import { defineRoutes } from '../http/route.ts';
import { readExpiration } from './expiration.ts';
import { withIdempotency } from './idempotency.ts';
import { findProgram, listPrograms } from './programs.ts';
import { openSetupIntent } from './set-up-intents.ts';
import { subscribe } from './subscribe.ts';
import { takeCardWebhook } from './webhooks.ts';

const WEBHOOK_LIMIT = 1024 * 1024;

export const billingRoutes = defineRoutes({
  programs: async ({ db }) => ({ body: await listPrograms(db) }),

  createPaymentIntent: async (context, { caller, body }) => {
    if (isSubscribed({ expired_at: caller.expiredAt }, context.clock.now())) {
      throw new HttpError(409, 'You are already subscribed.');
    }
    const program = await findProgram(context.db, body.program_id);
    if (program === null) throw fieldError('program_id', 'This plan is not available.');
    if (body.gateway === 'paypal') {
      throw fieldError(
        'gateway',
        'PayPal is not set up on this server. Please choose Stripe and pay by card.',
      );
    }
    const intent = await openSetupIntent(context, caller, { programId: program.id, term: body.term });
    return { body: { approveLink: null, setupIntentClientSecret: intent.clientSecret } };
  },

  createSubscription: (context, { caller, body, headers }) =>
    withIdempotency(
      context.db,
      () => context.clock.now(),
      { userId: caller.userId, key: headers.get('idempotency-key'), request: body },
      () => subscribe(context, caller, body),
    ),

  userExpiration: async (context, { caller }) => ({
    body: await readExpiration(context, caller.userId, caller.expiredAt),
    headers: { 'cache-control': 'no-store' },
  }),
});

export const billingOtherRoutes: OtherRoutes = defineOtherRoutes({
  'POST /api/webhooks/stripe': async (context, call) => {
    const body = Buffer.from(await call.readBytes(WEBHOOK_LIMIT)).toString('utf8');
    const outcome = await takeCardWebhook(context, body, call.request.headers.get('stripe-signature') ?? '');
    return Response.json({ received: true, outcome });
  },
});
