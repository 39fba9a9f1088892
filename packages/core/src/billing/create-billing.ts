import { atom, computed } from 'nanostores';
import { createPaymentIntentEndpoint, createSubscriptionEndpoint } from '../contract/index.ts';
import { hasPlan } from '../entitlement/index.ts';
import { browserPage, type Cancel, silentLog, systemRandom, systemTimers } from '../ports/index.ts';
import { fieldsOf } from '../shared/form-input.ts';
import { createLifecycle } from '../shared/lifecycle.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import { createCancellation } from './cancellation/create-cancellation.ts';
import type { CardForm } from './cards/card-setup.ts';
import { createPrograms } from './create-programs.ts';
import { createPoll } from './enrolment/create-poll.ts';
import { cardForm, choosePlan } from './enrolment/form.ts';
import { DEFAULT_POLL_LIMITS, type PollLimits } from './enrolment/poll.ts';
import * as plans from './plan.ts';
import { paymentRedirect } from './redirects.ts';
import type { Billing, BillingError, BillingOptions, EnrolmentState, EnrolOutcome } from './types.ts';

/** A card that is being set up, or is: what the subscription is made from. */
interface CardAttempt {
  readonly plan: plans.PlanChoice & { readonly programId: number };
  readonly clientSecret: string;
  /** Made when the modal opens and sent with every try, so that a repeated one makes no second subscription. */
  readonly idempotencyKey: string;
  /** Null until the provider has set the card up. */
  paymentMethodId: string | null;
}

const CHOOSING: EnrolmentState = { step: 'choosing', error: null };

/** Makes billing. Nothing is loaded, scheduled or sent before an action. */
export function createBilling(options: BillingOptions): Billing {
  const { api, session, cardSetup } = options;
  const { page = browserPage, scheduler = systemTimers, random = systemRandom, log = silentLog } = options;
  const redirect = options.redirect ?? ((url) => globalThis.location.assign(url));
  // Where there is no page, no path is one of the site's.
  const origin = options.origin ?? (() => globalThis.location?.origin ?? '');
  const limits: PollLimits = { ...DEFAULT_POLL_LIMITS, ...options.poll };

  const { $programs, loadPrograms, dropPrograms } = createPrograms(api, log);
  const gateways = options.gateways ?? plans.GATEWAYS;
  const $plan = atom<plans.PlanChoice>(plans.withOfferedGateway(plans.INITIAL_PLAN, gateways));
  const $enrolment = atom<EnrolmentState>(CHOOSING);
  const $quote = computed([$programs, $plan, session.$state], ({ programs }, plan, state) =>
    plans.quotePlan(plan, programs, session.now(), state.status === 'signed-in' && hasPlan(state.user)),
  );

  const cancellation = createCancellation({ ...options, redirect, origin, log });

  let card: CardAttempt | null = null;
  /** Grows whenever the enrolment is given up: what was asked before is answered too late. */
  let run = 0;
  /** Whose enrolment it is: the session's epoch. */
  let owner: number | null = null;
  let started = false;
  let cancelLate: Cancel = () => {};

  const poll = createPoll({
    api,
    page,
    scheduler,
    limits,
    now: session.now,
    onEnd(outcome) {
      if (outcome.kind === 'active') void finish();
      else refuse('payment-failed', outcome.message ?? '');
    },
  });

  function put(state: EnrolmentState): void {
    if (state.step !== 'confirming') {
      cancelLate();
      poll.hold();
    }
    $enrolment.set(state);
  }

  function refuse(code: BillingError['code'], message = ''): Result<never, BillingError> {
    const error: BillingError = { code, message };
    put({ step: 'choosing', error });
    return fail(error);
  }

  function reset(): void {
    run += 1;
    card = null;
    put(CHOOSING);
  }

  /** Another person, or nobody: nothing of this enrolment is theirs. */
  function own(): void {
    const state = session.$state.get();
    const epoch = state.status === 'signed-in' ? state.epoch : null;
    if (epoch === owner) return;
    owner = epoch;
    reset();
    // The free days are the person's own.
    if ($programs.get().status === 'loaded') void loadPrograms();
  }

  /** Whether what was asked in an earlier run, or by somebody else, is answered too late. */
  function isLate(asked: number): boolean {
    own();
    return asked !== run;
  }

  /** Changes the choice, where it may still be changed; another choice is not what the card was set up for. */
  function choose(change: (plan: plans.PlanChoice) => plans.PlanChoice): void {
    if ($enrolment.get().step !== 'choosing') return;
    const plan = plans.withOfferedGateway(change($plan.get()), gateways);
    if (plan === $plan.get()) return;
    card = null;
    $plan.set(plan);
    put(CHOOSING);
  }

  function confirm(): void {
    put({ step: 'confirming', late: false });
    cancelLate();
    cancelLate = scheduler.after(limits.longAfter, () => put({ step: 'confirming', late: true }));
    if (started) poll.run();
  }

  async function finish(): Promise<void> {
    card = null;
    const mine = run;
    await session.refreshProfile();
    if (!isLate(mine)) put({ step: 'subscribed' });
  }

  async function prepare(
    plan: CardAttempt['plan'],
    renewals = 0,
  ): Promise<Result<EnrolOutcome, BillingError>> {
    put({ step: 'preparing' });
    const mine = run;
    const { term, gateway, programId } = plan;
    const answer = await api.request(createPaymentIntentEndpoint, {
      body: { term, gateway, program_id: programId },
    });
    if (isLate(mine)) return succeed('here');
    if (!answer.ok) {
      log('Error during enrollment', answer);
      if (answer.status !== 409) return refuse('intent-failed', answer.message);
      // Somebody who is subscribed already, in another tab perhaps.
      put(CHOOSING);
      await session.refreshProfile();
      return succeed('profile');
    }
    const { approveLink, setupIntentClientSecret } = answer.data;
    if (gateway === 'paypal') return approve(approveLink);
    if (setupIntentClientSecret === null) {
      log('Error during enrollment', 'No client secret came.');
      return refuse('intent-failed');
    }
    card = {
      plan,
      clientSecret: setupIntentClientSecret,
      idempotencyKey: random.uuid(),
      paymentMethodId: null,
    };
    put({ step: 'card', busy: false, error: null, renewals, quote: $quote.get() });
    return succeed('here');
  }

  function approve(link: string | null): Result<EnrolOutcome, BillingError> {
    const hosts = options.redirectHosts ? { hosts: options.redirectHosts } : {};
    const url = paymentRedirect(link, { origin: origin(), ...hosts });
    if (url === null) {
      log('Error during enrollment', { blocked: link });
      return refuse(link === null ? 'intent-failed' : 'redirect-blocked');
    }
    put({ step: 'redirecting' });
    redirect(url);
    return succeed('here');
  }

  async function subscribe(
    attempt: CardAttempt,
    paymentMethodId: string,
  ): Promise<Result<EnrolOutcome, BillingError>> {
    put({ step: 'subscribing' });
    const mine = run;
    const { term, programId } = attempt.plan;
    const answer = await api.request(createSubscriptionEndpoint, {
      body: { gateway: 'stripe', program_id: programId, term, payment_method_id: paymentMethodId },
      headers: { 'Idempotency-Key': attempt.idempotencyKey },
    });
    if (isLate(mine)) return succeed('here');
    // The answer's shape is not part of the contract: any 2xx means that it was made.
    if (
      answer.ok ||
      answer.kind === 'invalid-body' ||
      answer.kind === 'too-large' ||
      answer.kind === 'wrong-shape'
    ) {
      confirm();
      return succeed('here');
    }
    const mayRepeat =
      answer.kind !== 'http' || answer.status >= 500 || [409, 425, 429].includes(answer.status);
    if (!mayRepeat) {
      card = null;
      // What is offered may be another by now: a price, or the free days.
      void loadPrograms();
    }
    return refuse('subscription-failed', answer.message);
  }

  const lifecycle = createLifecycle(() => {
    started = true;
    const letSessionGo = session.start();
    own();
    const stopSession = session.$state.listen(own);
    const stopPage = page.onChange((event) => {
      // The way back from the wallet's page by the browser's button.
      if (event === 'visible' && $enrolment.get().step === 'redirecting') reset();
    });
    if ($enrolment.get().step === 'confirming') poll.run();
    return () => {
      started = false;
      stopSession();
      letSessionGo();
      stopPage();
      poll.hold();
      // Nobody looks any more: an open modal and an old error do not wait for the next one who does.
      const state = $enrolment.get();
      if (
        state.step === 'choosing' ||
        state.step === 'subscribed' ||
        (state.step === 'card' && !state.busy)
      ) {
        const kept = state.step === 'choosing' ? card : null;
        reset();
        card = kept;
      }
    };
  });

  const billing: Billing = {
    $programs,
    $plan,
    $quote,
    $enrolment,
    cardSetup,
    gateways,
    start: lifecycle.start,
    destroy() {
      lifecycle.destroy();
      dropPrograms();
      reset();
    },
    loadPrograms,
    chooseProgram: (programId) => choose((plan) => plans.chooseProgram(plan, programId)),
    chooseTerm: (term) => choose((plan) => plans.chooseTerm(plan, term)),
    chooseGateway: (gateway) => choose((plan) => plans.chooseGateway(plan, gateway)),

    async enroll() {
      own();
      const { step } = $enrolment.get();
      if (step !== 'choosing' && step !== 'subscribed') return fail({ code: 'busy', message: '' });
      const state = session.$state.get();
      if (state.status !== 'signed-in') return succeed('sign-in');
      if (state.isSubscribed) return succeed('profile');
      if (step === 'subscribed') {
        // What was paid here has ended since, if the profile says so; while it cannot be had it is believed to run.
        if (state.profile !== 'loaded') return succeed('profile');
        reset();
      }
      const plan = $plan.get();
      const { programId } = plan;
      if (programId === null) return refuse('plan-missing');
      if (card !== null && card.paymentMethodId !== null) return subscribe(card, card.paymentMethodId);
      return prepare({ ...plan, programId });
    },

    async mountCard(host, place) {
      if (card === null || cardSetup.mount === undefined) return null;
      try {
        return await cardSetup.mount(host, { ...place, clientSecret: card.clientSecret });
      } catch (error) {
        if (place.signal?.aborted !== true) log('The card form could not be loaded.', error);
        return null;
      }
    },

    async confirmCard(form: CardForm) {
      own();
      const state = $enrolment.get();
      const attempt = card;
      if (state.step !== 'card' || state.busy || attempt === null) return;
      put({ ...state, busy: true, error: null });
      const mine = run;
      const result = await cardSetup.confirm(attempt.clientSecret, form);
      if (isLate(mine)) return;
      if (!result.ok && result.spent === true) {
        const renewed = await prepare(attempt.plan, state.renewals + 1);
        // Whoever used it up elsewhere has subscribed with it.
        if (renewed.ok && renewed.value === 'profile' && !isLate(mine)) put({ step: 'subscribed' });
        return;
      }
      if (!result.ok) {
        put({ ...state, busy: false, error: result.message });
        return;
      }
      attempt.paymentMethodId = result.paymentMethodId;
      await subscribe(attempt, result.paymentMethodId);
    },

    async submit(input) {
      const field = fieldsOf(input);
      if ($enrolment.get().step === 'card') return billing.confirmCard(cardForm(field));
      choose((plan) => choosePlan(plan, field));
      const result = await billing.enroll();
      if (!result.ok || result.value === 'here') return;
      if (result.value === 'sign-in') refuse('signed-out');
      else put({ step: 'subscribed' });
    },

    closeCard() {
      const state = $enrolment.get();
      if (state.step === 'card' && !state.busy) reset();
    },

    awaitSubscription() {
      own();
      if ($enrolment.get().step === 'choosing') confirm();
    },
    reset,
    ...cancellation,
  };
  return billing;
}
