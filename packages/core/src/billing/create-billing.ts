import { atom, computed } from 'nanostores';
import { hasPlan } from '../entitlement/index.ts';
import { browserPage, silentLog, systemRandom, systemTimers } from '../ports/index.ts';
import { fieldsOf } from '../shared/form-input.ts';
import { createLifecycle } from '../shared/lifecycle.ts';
import { fail, succeed } from '../shared/result.ts';
import { createCancellation } from './cancellation/create-cancellation.ts';
import { createPrograms } from './create-programs.ts';
import { createCheckout } from './enrolment/create-checkout.ts';
import { createEnrolment } from './enrolment/create-enrolment.ts';
import { cardForm, choosePlan } from './enrolment/form.ts';
import { DEFAULT_POLL_LIMITS } from './enrolment/poll.ts';
import { CHOOSING, enrolAction } from './enrolment/rules.ts';
import * as plans from './plan.ts';
import { createPaymentPages } from './redirects.ts';
import type { Billing, BillingOptions } from './types.ts';

/** Creates billing. Without side effects before an action. */
export function createBilling(options: BillingOptions): Billing {
  const { api, session, cardSetup, gateways = plans.GATEWAYS } = options;
  const { page = browserPage, scheduler = systemTimers, random = systemRandom, log = silentLog } = options;
  const pages = createPaymentPages(options);
  const { $programs, loadPrograms, reloadPrograms, dropPrograms } = createPrograms(api, log);
  const $plan = atom<plans.PlanChoice>(plans.withOfferedGateway(plans.INITIAL_PLAN, gateways));
  const $quote = computed([$programs, $plan, session.$state], ({ programs }, plan, state) =>
    plans.quotePlan(plan, programs, {
      now: session.now(),
      hadPlan: state.status === 'signed-in' && hasPlan(state.user),
    }),
  );
  const enrolment = createEnrolment({
    api,
    session,
    page,
    scheduler,
    limits: { ...DEFAULT_POLL_LIMITS, ...options.poll },
    // Free days depend on the member.
    onMemberChange: reloadPrograms,
  });
  const { $state: $enrolment, followMember, put, refuse, reset } = enrolment;
  const checkout = createCheckout({ ...options, enrolment, random, log, pages, $quote, loadPrograms });

  /** Changes the plan while choosing. A card is set up for one plan, so that another plan drops it. */
  function choose(change: (plan: plans.PlanChoice) => plans.PlanChoice): void {
    if ($enrolment.get().step !== 'choosing') return;
    const plan = plans.withOfferedGateway(change($plan.get()), gateways);
    if (plan === $plan.get()) return;
    enrolment.card = null;
    $plan.set(plan);
    put(CHOOSING);
  }

  const lifecycle = createLifecycle(() => {
    const releaseSession = session.start();
    followMember();
    return [
      releaseSession,
      session.$state.listen(followMember),
      page.onChange((event) => {
        // The member returned from the wallet's page with the Back button.
        if (event === 'visible' && $enrolment.get().step === 'redirecting') reset();
      }),
      enrolment.start(),
    ];
  });

  const billing: Billing = {
    $programs,
    $plan,
    $quote,
    $enrolment,
    cardSetup,
    gateways,
    options,
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
      followMember();
      const action = enrolAction($enrolment.get(), session.$state.get());
      if (action === 'busy') return fail({ code: 'busy', message: '' });
      if (action === 'sign-in' || action === 'profile') return succeed(action);
      if (action === 'renew') reset();
      const plan = $plan.get();
      const { programId } = plan;
      const isKnown = $programs.get().programs.some(({ id }) => id === programId);
      // A known program without a quote has no id or no price for the term.
      if (programId === null || (isKnown && $quote.get() === null)) return refuse('plan-missing');
      return checkout.pay({ ...plan, programId });
    },
    mountCard: checkout.mountCard,
    confirmCard: checkout.confirmCard,

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
      followMember();
      if ($enrolment.get().step === 'choosing') enrolment.confirm();
    },
    reset,
    ...createCancellation(options),
  };
  return billing;
}
