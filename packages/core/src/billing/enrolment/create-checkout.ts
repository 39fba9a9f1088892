import { createPaymentIntentEndpoint, createSubscriptionEndpoint } from '../../contract/index.ts';
import type { Log, Random } from '../../ports/index.ts';
import { isUnreadSuccess } from '../../shared/failures.ts';
import { type Result, succeed } from '../../shared/result.ts';
import { missingCards, mountCardForm } from '../cards/card-setup.ts';
import type { PaymentPages } from '../redirects.ts';
import { refreshProfile } from '../refresh-profile.ts';
import type { Billing, BillingError, BillingOptions, EnrolOutcome } from '../types.ts';
import type { Enrolment } from './create-enrolment.ts';
import { type CardAttempt, CHOOSING, mayRepeat } from './rules.ts';

export interface CheckoutOptions extends Pick<BillingOptions, 'api' | 'session' | 'cardSetup'> {
  readonly enrolment: Enrolment;
  readonly random: Random;
  readonly log: Log;
  readonly pages: PaymentPages;
  readonly $quote: Billing['$quote'];
  readonly loadPrograms: () => unknown;
}

/** Pays for a plan by card or on the wallet's page. */
export interface Checkout extends Pick<Billing, 'mountCard' | 'confirmCard'> {
  pay(plan: CardAttempt['plan']): Promise<Result<EnrolOutcome, BillingError>>;
}

export function createCheckout(options: CheckoutOptions): Checkout {
  const { api, session, cardSetup, enrolment, random, log, pages, loadPrograms } = options;
  const { put, refuse, track } = enrolment;

  /** Requests a payment intent. `renewals` counts the card forms that no longer accepted a card. */
  async function prepare(
    plan: CardAttempt['plan'],
    renewals = 0,
  ): Promise<Result<EnrolOutcome, BillingError>> {
    const { term, gateway, programId } = plan;
    if (gateway === 'stripe' && cardSetup === null) {
      refuse('intent-failed');
      throw missingCards();
    }
    put({ step: 'preparing' });
    const hasEnded = track();
    const response = await api.request(createPaymentIntentEndpoint, {
      body: { term, gateway, program_id: programId },
    });
    if (hasEnded()) return succeed('here');
    if (!response.ok) {
      log('Error during enrollment', response);
      if (response.status !== 409) return refuse('intent-failed', response.message);
      // The member is subscribed already, for example in another tab.
      put(CHOOSING);
      await refreshProfile(session);
      return succeed('profile');
    }
    const { approveLink, setupIntentClientSecret: clientSecret } = response.data;
    if (gateway === 'paypal') return approve(approveLink);
    if (clientSecret === null) {
      log('Error during enrollment', 'The response has no client secret.');
      return refuse('intent-failed');
    }
    enrolment.card = { plan, clientSecret, idempotencyKey: random.uuid(), paymentMethodId: null };
    put({ step: 'card', busy: false, error: null, renewals, quote: options.$quote.get() });
    return succeed('here');
  }

  function approve(link: string | null): Result<EnrolOutcome, BillingError> {
    const url = pages.read(link);
    if (url === null) {
      log('Error during enrollment', { blocked: link });
      return refuse(link === null ? 'intent-failed' : 'redirect-blocked');
    }
    put({ step: 'redirecting' });
    pages.open(url);
    return succeed('here');
  }

  async function subscribe(
    { plan, idempotencyKey }: CardAttempt,
    paymentMethodId: string,
  ): Promise<Result<EnrolOutcome, BillingError>> {
    put({ step: 'subscribing' });
    const hasEnded = track();
    const response = await api.request(createSubscriptionEndpoint, {
      body: {
        gateway: 'stripe',
        program_id: plan.programId,
        term: plan.term,
        payment_method_id: paymentMethodId,
      },
      headers: { 'Idempotency-Key': idempotencyKey },
    });
    if (hasEnded()) return succeed('here');
    if (response.ok || isUnreadSuccess(response)) {
      enrolment.confirm();
      return succeed('here');
    }
    if (!mayRepeat(response)) {
      enrolment.card = null;
      // The price or the free days may have changed.
      loadPrograms();
    }
    return refuse('subscription-failed', response.message);
  }

  return {
    pay(plan) {
      const { card } = enrolment;
      return card?.paymentMethodId ? subscribe(card, card.paymentMethodId) : prepare(plan);
    },

    mountCard: (host, look) =>
      mountCardForm(options, host, { ...look, clientSecret: enrolment.card?.clientSecret }),

    async confirmCard(form) {
      enrolment.followMember();
      const state = enrolment.$state.get();
      const { card } = enrolment;
      if (state.step !== 'card' || state.busy || card === null || cardSetup === null) return;
      put({ ...state, busy: true, error: null });
      const hasEnded = track();
      const result = await cardSetup.confirm(card.clientSecret, form);
      if (hasEnded()) return;
      if (result.ok) {
        card.paymentMethodId = result.paymentMethodId;
        await subscribe(card, result.paymentMethodId);
      } else if (result.spent === true) {
        const renewed = await prepare(card.plan, state.renewals + 1);
        // The intent was used in another tab, which has subscribed with it.
        if (renewed.ok && renewed.value === 'profile' && !hasEnded()) put({ step: 'subscribed' });
      } else {
        put({ ...state, busy: false, error: result.message });
      }
    },
  };
}
