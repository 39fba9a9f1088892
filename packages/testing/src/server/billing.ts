// Handlers of plans and subscriptions, with a payment gateway that settles after a delay.
import type {
  CreateSubscriptionResponse,
  PaymentMethod,
  Program,
  Subscription,
  SubscriptionInfo,
} from '@openbell/core/contract';
import { isSubscribed, readSubscriptionStatus } from '@openbell/core/entitlement';
import { type Call, fieldError, type Handlers, HttpError, notFound, readId } from './calls.ts';
import type { Person, Plan, World } from './world.ts';

const DAY = 86_400_000;

/** The person's plans, newest first; without those whose payment has not settled. */
export function plansOf(world: World, person: Person): readonly Plan[] {
  return world.plans
    .filter((plan) => plan.personId === person.id && plan.status !== 'incomplete')
    .toReversed();
}

/** Activates the plans whose payment has settled by now. */
export function settlePayments(world: World): void {
  const now = world.clock.now();
  for (const plan of world.plans) {
    if (plan.status !== 'incomplete' || plan.settlesAt > now) continue;
    plan.status = plan.isTrial ? 'trialing' : 'active';
    const person = world.people.get(plan.personId);
    if (person !== undefined) person.expiredAt = plan.endsAt;
  }
}

export function subscriptionOf(plan: Plan): Subscription {
  const isOver = plan.status === 'canceled';
  const ends = new Date(plan.endsAt).toISOString();
  const price = plan.term === 1 ? plan.program.monthly_price : plan.program.yearly_price;
  return {
    id: plan.id,
    status: plan.status,
    provider: plan.provider,
    provider_subscription_id: `sub_${plan.id}`,
    period: plan.term,
    current_period_start: new Date(plan.startsAt).toISOString(),
    current_period_end: ends,
    subscription_histories: plan.isTrial
      ? []
      : [
          {
            id: plan.id,
            billed_at: new Date(plan.settlesAt).toISOString(),
            amount: price,
            data: { data: { object: { invoice_pdf: null } } },
          },
        ],
    trial_ends_at: plan.status === 'trialing' ? ends : null,
    next_charge_at: isOver ? null : ends,
    next_amount: isOver ? null : price,
    cancel_at_period_end: isOver,
    payment_method: isOver ? null : paymentMethodOf(plan),
  };
}

function paymentMethodOf({ provider, card }: Plan): PaymentMethod {
  return provider === 'paypal'
    ? { type: 'wallet', brand: 'paypal', last4: '', expires_at: null }
    : { type: 'card', brand: 'visa', last4: card, expires_at: '2035-01-01T00:00:00.000Z' };
}

interface NewPlan extends Pick<Plan, 'program' | 'term' | 'provider'> {
  /** Milliseconds since the epoch; now by default. */
  readonly startsAt?: number;
}

/** Starts a plan that becomes active when its payment settles. A person's first plan starts with the trial. */
export function startPlan(
  world: World,
  person: Person,
  { program, term, provider, startsAt = world.clock.now() }: NewPlan,
): Plan {
  const isNew = !world.plans.some((plan) => plan.personId === person.id);
  const isTrial = isNew && startsAt === world.clock.now() && (program.trial_days ?? 0) > 0;
  const days = isTrial ? (program.trial_days ?? 0) : term === 1 ? 30 : 365;
  const plan: Plan = {
    id: world.next('plan'),
    personId: person.id,
    program,
    term,
    provider,
    isTrial,
    card: '4242',
    status: 'incomplete',
    startsAt,
    endsAt: startsAt + days * DAY,
    settlesAt: startsAt + world.gatewayMs,
  };
  world.plans.push(plan);
  return plan;
}

function programOf(world: World, id: number): Program {
  const program = world.programs.find((one) => one.id === id);
  if (program === undefined) throw fieldError('program_id', 'This plan is not available.');
  return program;
}

function ownPlan(world: World, person: Person, id: string | undefined): Plan {
  const wanted = readId(id);
  const plan = plansOf(world, person).find((one) => one.id === wanted);
  if (plan === undefined) throw notFound();
  return plan;
}

function runningPlan(world: World, person: Person): Plan {
  const plan = plansOf(world, person).find(({ status }) => status !== 'canceled');
  if (plan === undefined) throw notFound();
  return plan;
}

const hasAccess = ({ person, now }: Pick<Call<'profile'>, 'person' | 'now'>): boolean =>
  isSubscribed({ expired_at: person.expiredAt }, now);

/** Returns the running or pending subscription, or starts one: a repeated request creates no second plan. */
function subscribe({ world, now, person, body }: Call<'createSubscription'>): CreateSubscriptionResponse {
  const program = programOf(world, body.program_id);
  const running = world.plans.findLast((plan) => plan.personId === person.id && plan.endsAt > now);
  const plan = running ?? startPlan(world, person, { program, term: body.term, provider: 'stripe' });
  settlePayments(world);
  return { message: 'Your subscription is being set up.', subscription: subscriptionOf(plan) };
}

const statusWords: Readonly<Record<string, string>> = { trialing: 'Trialing', active: 'Active' };

function infoOf(plan: Plan): SubscriptionInfo {
  return {
    program: plan.program.name,
    period: plan.term,
    provider: plan.provider,
    status: statusWords[readSubscriptionStatus(plan.status)] ?? plan.status,
    expired_at: new Date(plan.endsAt).toISOString(),
  };
}

export const billingHandlers: Handlers<
  | 'programs'
  | 'createPaymentIntent'
  | 'createSubscription'
  | 'userExpiration'
  | 'subscriptionInfo'
  | 'cancelSubscription'
  | 'cancelSubscriptionRequest'
  | 'paymentMethodIntent'
  | 'updatePaymentMethod'
> = {
  programs: ({ world }) => ({ body: world.programs }),

  createPaymentIntent(call) {
    const { world, person, body } = call;
    if (hasAccess(call)) throw new HttpError(409, 'You are already subscribed.');
    const program = programOf(world, body.program_id);
    const number = world.next('intent');
    const name = body.gateway === 'paypal' ? `approval_${number}` : `seti_${number}_secret_${number}`;
    world.intents.set(name, { person, program, term: body.term });
    if (body.gateway === 'paypal')
      return { body: { approveLink: `/dev/wallet/approve?code=${name}`, setupIntentClientSecret: null } };
    return { body: { approveLink: null, setupIntentClientSecret: name } };
  },

  createSubscription(call) {
    const key = call.headers.get('Idempotency-Key');
    if (key === null) return { body: subscribe(call) };
    const request = JSON.stringify(call.body);
    const name = `${call.person.id} ${key}`;
    const stored = call.world.idempotentResponses.get(name);
    if (stored !== undefined && stored.request !== request)
      throw new HttpError(422, 'This Idempotency-Key was used for another request.');
    const body = stored === undefined ? subscribe(call) : (stored.body as CreateSubscriptionResponse);
    call.world.idempotentResponses.set(name, { request, body });
    return { body };
  },

  userExpiration(call) {
    const active = hasAccess(call);
    const { status } = call.world.plans.findLast(({ personId }) => personId === call.person.id) ?? {};
    const isShown = status !== 'incomplete' && (active || status !== 'canceled');
    return { body: { active, status: isShown ? (status ?? null) : null, message: null } };
  },

  subscriptionInfo({ world, now, person, params }) {
    const plan = ownPlan(world, person, params.id);
    const error = plan.status === 'canceled' && plan.endsAt <= now;
    const message = error ? 'This subscription has already ended.' : 'Your subscription.';
    return { body: { error, message, subscription: infoOf(plan) } };
  },

  cancelSubscription({ world, person, params }) {
    ownPlan(world, person, params.id).status = 'canceled';
    return { body: { message: 'Your subscription is cancelled.' } };
  },

  paymentMethodIntent({ world, person }) {
    const { provider, program, term } = runningPlan(world, person);
    const number = world.next('intent');
    if (provider === 'paypal') {
      const approveLink = `/dev/wallet/revise?code=approval_${number}`;
      return { body: { approveLink, setupIntentClientSecret: null } };
    }
    const secret = `seti_${number}_secret_${number}`;
    world.intents.set(secret, { person, program, term });
    return { body: { approveLink: null, setupIntentClientSecret: secret } };
  },

  updatePaymentMethod({ world, person, body }) {
    const plan = runningPlan(world, person);
    if (plan.provider !== 'stripe') throw notFound();
    plan.card = body.payment_method_id.slice(-4);
    return { body: { message: 'Your card is updated.', subscription: subscriptionOf(plan) } };
  },

  cancelSubscriptionRequest({ world, person }) {
    if (plansOf(world, person).length === 0) throw new HttpError(404, 'You have no subscription to cancel.');
    return { body: { message: 'Please confirm that you want to cancel.', url: null } };
  },
};
