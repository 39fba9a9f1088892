// The walks of plans, payment and cancellation.
import { type Billing, type CardForm, createBilling } from '@openbell/core/billing';
import type { Course, Step, World } from './walk.types.ts';
import { backOnline, offline } from './walks.accounts.ts';

const card = (number: string): CardForm => ({ kind: 'fields', number, expiry: '12/34', cvc: '123' });
/** Created without `createOpenbell`, to replace the redirect to the wallet. */
const billings = new WeakMap<object, Billing>();
function billingOf(world: World): Billing {
  const { openbell, server, page } = world;
  const { clock: _, scheduler } = server.options.ports;
  const origin = new URL(server.options.apiUrl).origin;
  const billing =
    billings.get(openbell) ??
    createBilling({
      api: openbell.api,
      session: openbell.session,
      cardSetup: openbell.billing.cardSetup,
      redirect: () => {},
      origin: () => origin,
      scheduler,
      page,
    });
  billings.set(openbell, billing);
  return billing;
}
const enroll: Step = ['enroll()', (world) => billingOf(world).enroll()];
const setUp: Step = ['confirmCard()', (world) => billingOf(world).confirmCard(card('4242424242424242'))];
const reset: Step = ['reset()', (world) => billingOf(world).reset()];
const begin: readonly Step[] = [
  ['start()', (world) => billingOf(world).start()],
  ['loadPrograms()', (world) => billingOf(world).loadPrograms()],
  ['chooseProgram()', (world) => billingOf(world).chooseProgram(1)],
];
const info = (id: number): Step => [
  'loadSubscriptionInfo()',
  ({ openbell }) => openbell.billing.loadSubscriptionInfo(id),
];
/** The id of the signed-in member's subscription. */
const own: (world: World) => number = ({ openbell }) => openbell.session.$subscriptions.get()[0]?.id ?? 0;

export const billingWalks: Readonly<Record<string, Course>> = {
  'billing.$programs': {
    store: ({ openbell }) => openbell.billing.$programs,
    walks: [
      {
        steps: [
          ['loadPrograms()', ({ openbell }) => openbell.billing.loadPrograms()],
          offline,
          ['loadPrograms()', ({ openbell }) => openbell.billing.loadPrograms()],
          backOnline,
          ['loadPrograms()', ({ openbell }) => openbell.billing.loadPrograms()],
        ],
      },
    ],
  },
  'billing.$enrolment': {
    store: (world) => billingOf(world).$enrolment,
    walks: [
      {
        as: 'member',
        steps: [
          ...begin,
          enroll,
          ['closeCard()', (world) => billingOf(world).closeCard()],
          enroll,
          setUp,
          ['3 s pass', ({ time }) => time.advance(3_000)],
          reset,
        ],
      },
      {
        as: 'member',
        steps: [
          ...begin,
          [
            'the call will fail',
            ({ server }) => server.faults.dropBefore({ call: 'createPaymentIntent', times: 1 }),
          ],
          enroll,
          [
            'the call will fail',
            ({ server }) => server.faults.throttle(1, { call: 'createSubscription', times: 1 }),
          ],
          enroll,
          setUp,
        ],
      },
      {
        as: 'member',
        steps: [
          ...begin,
          ['chooseTerm()', (world) => billingOf(world).chooseTerm(2)],
          enroll,
          ['the user returns to the page', ({ page }) => page.play('visible')],
          ['awaitSubscription()', (world) => billingOf(world).awaitSubscription()],
          reset,
        ],
      },
    ],
  },
  'billing.$subscriptionInfo': {
    store: ({ openbell }) => openbell.billing.$subscriptionInfo,
    walks: [
      {
        as: 'subscriber',
        steps: [
          ['loadSubscriptionInfo()', (world) => world.openbell.billing.loadSubscriptionInfo(own(world))],
          [
            'the server rejects the call',
            ({ respondNext }) =>
              respondNext('/web/subscription-info/999', 200, { error: true, message: 'It is not yours.' }),
          ],
          info(999),
          offline,
          info(999),
          ['the user signs out', ({ openbell }) => openbell.session.signOut()],
        ],
      },
    ],
  },
  'billing.$cancelling': {
    store: ({ openbell }) => openbell.billing.$cancelling,
    walks: [
      {
        as: 'subscriber',
        steps: [
          ['start()', ({ openbell }) => openbell.billing.start()],
          ['requestCancel()', ({ openbell }) => openbell.billing.requestCancel()],
          ['cancel()', (world) => world.openbell.billing.cancel(own(world))],
          ['the user signs out', ({ openbell }) => openbell.session.signOut()],
        ],
      },
      {
        as: 'subscriber',
        steps: [
          ['start()', ({ openbell }) => openbell.billing.start()],
          [
            'the call will fail',
            ({ server }) => server.faults.throttle(1, { call: 'cancelSubscription', times: 1 }),
          ],
          ['cancel()', (world) => world.openbell.billing.cancel(own(world))],
          ['cancel()', (world) => world.openbell.billing.cancel(own(world))],
        ],
      },
      {
        as: 'member',
        steps: [['requestCancel()', ({ openbell }) => openbell.billing.requestCancel()]],
      },
    ],
  },
};
