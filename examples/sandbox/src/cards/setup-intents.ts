import { createHash } from 'node:crypto';
import type { Call, Handler } from './call.ts';
import type { Params } from './form.ts';
import { newId, randomText } from './ids.ts';
import type { PaymentMethodObject, PaymentMethodSecrets, SetupIntentObject } from './objects.ts';
import { cardError, invalid, missing, Problem } from './problems.ts';
import type { Store } from './store.ts';
import { AUTHENTICATION_FAILED, type CardBehaviour, type CardRefusal, readTestCard } from './test-cards.ts';

export const createSetupIntent: Handler = async ({ store, params, now }) => {
  const customer = params.text('customer') ?? null;
  if (customer !== null) await store.get('customer', customer, 'customer');
  const id = newId('setup_intent');
  const types = params.list('allowed_payment_method_types');
  if (types.some((type) => type !== 'card')) {
    throw invalid('The sandbox takes cards only.', { param: 'allowed_payment_method_types' });
  }
  const intent = await store.put(
    'setup_intent',
    {
      id,
      object: 'setup_intent',
      allowed_payment_method_types: types.length === 0 ? null : ['card'],
      application: null,
      cancellation_reason: null,
      client_secret: `${id}_secret_${randomText(25)}`,
      created: now,
      customer,
      description: params.text('description') ?? null,
      last_setup_error: null,
      livemode: false,
      metadata: params.metadata() ?? {},
      next_action: null,
      payment_method: null,
      payment_method_types: ['card'],
      status: 'requires_payment_method',
      usage: params.oneOf('usage', ['off_session', 'on_session']) ?? 'off_session',
    },
    { parent: customer },
  );
  await store.emit('setup_intent.created', intent);
  return intent;
};

export const retrieveSetupIntent: Handler = async (call) => readIntent(call);

export const cancelSetupIntent: Handler = async (call) => {
  const intent = await readIntent(call);
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    throw unexpectedState(intent, 'canceled');
  const canceled = await call.store.put('setup_intent', {
    ...intent,
    cancellation_reason:
      call.params.oneOf('cancellation_reason', ['abandoned', 'requested_by_customer']) ?? null,
    next_action: null,
    status: 'canceled',
  });
  await call.store.emit('setup_intent.canceled', canceled);
  return canceled;
};

/** Confirms with a card: what the browser's card form does, with the publishable key and the client secret. */
export const confirmSetupIntent: Handler = async (call) => {
  const intent = await readIntent(call);
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    throw unexpectedState(intent, 'confirmed');
  const saved = call.params.text('payment_method');
  call.params.text('return_url');
  const { method, secrets } =
    saved === undefined ? await saveCard(call, intent) : await reuseCard(call, intent, saved);
  const open = { ...intent, payment_method: method.id, last_setup_error: null };
  if (secrets.authentication === 'none') return succeed(call.store, open, method);
  return call.store.put('setup_intent', {
    ...open,
    status: 'requires_action',
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } },
  });
};

/** Completes the authentication of a confirmed set-up intent, as the bank would. */
export const authenticateSetupIntent: Handler = async (call) => {
  const intent = await readIntent(call);
  const outcome = call.params.oneOf('outcome', ['complete', 'fail']) ?? 'complete';
  if (intent.status !== 'requires_action' || intent.payment_method === null) {
    throw unexpectedState(intent, 'authenticated');
  }
  if (outcome === 'fail') return fail(call.store, intent, AUTHENTICATION_FAILED);
  const method = await call.store.get('payment_method', intent.payment_method);
  const secrets = await call.store.hidden<PaymentMethodSecrets>(method.id);
  await call.store.put('payment_method', method, { hidden: { ...secrets, authentication: 'none' } });
  return succeed(call.store, intent, method);
};

async function readIntent({ store, params, id, publishable }: Call): Promise<SetupIntentObject> {
  const intent = await store.get('setup_intent', id);
  const secret = params.text('client_secret');
  if (secret === undefined ? publishable : secret !== intent.client_secret) {
    throw invalid(
      'The client_secret provided does not match the client_secret associated with the SetupIntent.',
      {
        param: 'client_secret',
      },
    );
  }
  return intent;
}

async function succeed(
  store: Store,
  intent: SetupIntentObject,
  method: PaymentMethodObject,
): Promise<SetupIntentObject> {
  if (intent.customer !== null && method.customer === null) {
    const attached = { ...method, customer: intent.customer };
    await store.put('payment_method', attached, { parent: intent.customer });
    await store.emit('payment_method.attached', attached);
  }
  const succeeded = await store.put('setup_intent', {
    ...intent,
    last_setup_error: null,
    next_action: null,
    status: 'succeeded',
  });
  await store.emit('setup_intent.succeeded', succeeded);
  return succeeded;
}

/** Stores the failure on the intent and throws 402, which does not roll back the transaction. */
async function fail(store: Store, intent: SetupIntentObject, refusal: CardRefusal): Promise<never> {
  const failed = await store.put('setup_intent', {
    ...intent,
    payment_method: null,
    next_action: null,
    last_setup_error: {
      type: 'card_error',
      code: refusal.code,
      message: refusal.message,
      ...(refusal.declineCode === undefined ? {} : { decline_code: refusal.declineCode }),
    },
    status: 'requires_payment_method',
  });
  await store.emit('setup_intent.setup_failed', failed);
  throw cardError(refusal, { setup_intent: failed });
}

interface Confirmed {
  readonly method: PaymentMethodObject;
  readonly secrets: PaymentMethodSecrets;
}

async function saveCard(call: Call, intent: SetupIntentObject): Promise<Confirmed> {
  const data = call.params.child('payment_method_data');
  if (data.required('type') !== 'card') throw invalid('Only cards are supported here.', { param: 'type' });
  const fields = data.child('card');
  const reading = readTestCard(fields.required('number'));
  const expiry = readExpiry(fields, call.now);
  const cvc = fields.text('cvc');
  if (!reading.ok) return fail(call.store, intent, reading.refusal);
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc)) {
    return fail(call.store, intent, {
      code: 'invalid_cvc',
      message: "Your card's security code is invalid.",
    });
  }
  if (reading.card.atSetup !== null) return fail(call.store, intent, reading.card.atSetup);
  const secrets: PaymentMethodSecrets = {
    atCharge: reading.card.atCharge,
    authentication: reading.card.authentication,
  };
  const method = await call.store.put('payment_method', newCard(reading.card, expiry, call.now), {
    hidden: secrets,
  });
  return { method, secrets };
}

async function reuseCard(call: Call, intent: SetupIntentObject, id: string): Promise<Confirmed> {
  const method = await call.store.get('payment_method', id, 'payment_method');
  if (method.customer !== null && method.customer !== intent.customer) {
    throw missing('PaymentMethod', id, 'payment_method');
  }
  const hidden = await call.store.hidden<PaymentMethodSecrets>(id);
  return {
    method,
    secrets: { atCharge: hidden.atCharge ?? null, authentication: hidden.authentication ?? 'none' },
  };
}

function readExpiry(fields: Params, now: number): { month: number; year: number } {
  const thisYear = new Date(now * 1000).getUTCFullYear();
  const month = fields.integer('exp_month', 1, 12) ?? 12;
  const year = fields.integer('exp_year', 0, 9999) ?? thisYear + 4;
  const full = year < 100 ? 2000 + year : year;
  // A card is good to the end of its month.
  if (Date.UTC(full, month, 1) / 1000 <= now) {
    throw cardError({ code: 'invalid_expiry_year', message: "Your card's expiration date is in the past." });
  }
  return { month, year: full };
}

function newCard(
  card: CardBehaviour,
  expiry: { month: number; year: number },
  now: number,
): PaymentMethodObject {
  return {
    id: newId('payment_method'),
    object: 'payment_method',
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    card: {
      brand: card.brand,
      country: 'US',
      display_brand: card.brand,
      exp_month: expiry.month,
      exp_year: expiry.year,
      fingerprint: fingerprintOf(card),
      funding: card.funding,
      last4: card.last4,
    },
    created: now,
    customer: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
}

/** Returns the fingerprint of a card number. */
function fingerprintOf(card: CardBehaviour): string {
  return createHash('sha256')
    .update(`${card.brand}:${card.last4}`)
    .digest('base64url')
    .replace(/[-_]/g, 'x')
    .slice(0, 16);
}

function unexpectedState(intent: SetupIntentObject, verb: string): Problem {
  return new Problem(400, {
    type: 'invalid_request_error',
    code: 'setup_intent_unexpected_state',
    message: `This SetupIntent could not be ${verb} because it has a status of ${intent.status}.`,
    setup_intent: intent,
  });
}
