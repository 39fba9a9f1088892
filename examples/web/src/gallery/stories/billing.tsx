import {
  Button,
  CardExpiryNotice,
  EnrolmentProgress,
  PastDueBanner,
  PastDueNotice,
  PaymentMethodModal,
  type PaymentMethodModalProps,
  PaymentMethodSection,
  PlanTotals,
  PricingCard,
  SubscriptionOutlook,
  UnsubscribeConfirm,
  UnsubscribeDetails,
  UnsubscribeImpact,
  WelcomeStatus,
} from '@openbell/ui';
import { type Responses, Stage } from '../Stage.tsx';
import { NOW, people, programs, subscriptionInfo } from '../sample-data.ts';
import { nothing, type Story } from '../story.ts';

const programResponse: Responses = { '/web/program': { body: programs } };
const infoResponse = (body: unknown, status = 200): Responses => ({
  '/web/subscription-info/3': { status, body },
});
const quote = (trialDays: number, term: 1 | 2) => {
  const price = term === 1 ? 50 : 450;
  const daysPaid = term === 1 ? 30 : 365;
  return {
    program: { id: 1, name: 'Openbell Mentorship', monthly_price: 50, yearly_price: 450, trial_days: 7 },
    term,
    trialDays,
    today: trialDays > 0 ? 0 : price,
    price,
    nextChargeAt: NOW + (trialDays > 0 ? trialDays : daysPaid) * 86_400_000,
  };
};

const modal = (card: { readonly busy: boolean; readonly error: string | null }) => {
  const billing: PaymentMethodModalProps['billing'] = {
    enrolment: { step: 'card', quote: quote(7, 1), renewals: 0, ...card },
    quote: quote(7, 1),
    cardSetup: { provider: 'sandbox', confirm: () => new Promise(() => {}) },
    mountCard: async () => null,
    confirmCard: async () => undefined,
    closeCard: nothing,
  };
  return <PaymentMethodModal billing={billing} />;
};

export const billingStories: readonly Story[] = [
  {
    of: ['PricingCard'],
    state: 'loading',
    draw: () => (
      <Stage>
        <PricingCard />
      </Stage>
    ),
  },
  {
    of: ['PricingCard'],
    state: 'nothing chosen',
    draw: () => (
      <Stage responses={programResponse}>
        <PricingCard />
      </Stage>
    ),
  },
  {
    of: ['PricingCard'],
    state: 'yearly with PayPal',
    draw: () => (
      <Stage
        responses={programResponse}
        arrange={({ billing }) => {
          billing.chooseProgram(1);
          billing.chooseTerm(2);
          billing.chooseGateway('paypal');
        }}
      >
        <PricingCard paymentCancelled />
      </Stage>
    ),
  },
  {
    of: ['PricingCard'],
    state: 'failed',
    draw: () => (
      <Stage responses={{ '/web/program': { status: 500, body: { message: 'Server error' } } }}>
        <PricingCard />
      </Stage>
    ),
  },
  {
    of: ['PricingCard'],
    state: 'already subscribed',
    draw: () => (
      <Stage responses={programResponse} as={people.subscriber}>
        <PricingCard />
      </Stage>
    ),
  },
  {
    of: ['PricingCard'],
    state: 'a plan that has ended',
    draw: () => (
      <Stage responses={programResponse} as={people.lapsed}>
        <PricingCard />
      </Stage>
    ),
  },
  {
    of: ['PricingCard'],
    state: 'preparing',
    draw: () => (
      <Stage
        responses={programResponse}
        as={people.member}
        arrange={async ({ billing }) => {
          await billing.loadPrograms();
          billing.chooseProgram(1);
          await billing.enroll();
        }}
      >
        <PricingCard />
      </Stage>
    ),
  },
  ...([7, 0] as const).map(
    (days): Story => ({
      of: ['PlanTotals'],
      state: days === 0 ? 'without a trial' : 'seven days free',
      draw: () => <PlanTotals quote={quote(days, days === 0 ? 2 : 1)} />,
    }),
  ),
  {
    of: ['EnrolmentProgress'],
    state: 'waiting',
    draw: () => <EnrolmentProgress late={false} onGoToProfile={nothing} />,
  },
  {
    of: ['EnrolmentProgress'],
    state: 'late',
    draw: () => <EnrolmentProgress late onGoToProfile={nothing} />,
  },
  ...(['trial', 'subscriber', 'late', 'cancelled', 'lapsed'] as const).map(
    (who): Story => ({
      of: ['SubscriptionOutlook', 'PastDueBanner'],
      state: who,
      draw: () => (
        <Stage as={people[who]}>
          <PastDueBanner />
          <SubscriptionOutlook />
        </Stage>
      ),
    }),
  ),
  {
    of: ['PastDueNotice'],
    state: 'late',
    draw: () => (
      <Stage as={people.late}>
        <PastDueNotice />
      </Stage>
    ),
  },
  {
    of: ['CardExpiryNotice'],
    state: 'expiring',
    draw: () => (
      <Stage as={people.cardExpiring}>
        <CardExpiryNotice />
      </Stage>
    ),
  },
  {
    of: ['PaymentMethodSection'],
    state: 'a card',
    draw: () => (
      <Stage as={people.withCard}>
        <PaymentMethodSection />
      </Stage>
    ),
  },
  {
    of: ['PaymentMethodSection'],
    state: 'an expiring card',
    draw: () => (
      <Stage as={people.cardExpiring}>
        <PaymentMethodSection />
      </Stage>
    ),
  },
  {
    of: ['PaymentMethodSection'],
    state: 'a wallet',
    draw: () => (
      <Stage as={people.withWallet}>
        <PaymentMethodSection />
      </Stage>
    ),
  },
  {
    of: ['WelcomeStatus'],
    state: 'a visitor',
    draw: () => (
      <Stage>
        <WelcomeStatus navigate={nothing} />
      </Stage>
    ),
  },
  {
    of: ['WelcomeStatus'],
    state: 'waiting',
    draw: () => (
      <Stage as={people.member}>
        <WelcomeStatus navigate={nothing} />
      </Stage>
    ),
  },
  {
    of: ['WelcomeStatus'],
    state: 'active',
    draw: () => (
      <Stage as={people.subscriber} responses={{ '/web/user-expiration': { body: { active: true } } }}>
        <WelcomeStatus navigate={nothing} />
      </Stage>
    ),
  },
  {
    of: ['UnsubscribeDetails'],
    state: 'loading',
    draw: () => (
      <Stage>
        <UnsubscribeDetails id={3} navigate={nothing} />
      </Stage>
    ),
  },
  {
    of: ['UnsubscribeDetails'],
    state: 'ready',
    draw: () => (
      <Stage
        as={people.trial}
        responses={infoResponse({ error: false, message: '', subscription: subscriptionInfo })}
      >
        <UnsubscribeDetails id={3} navigate={nothing} />
      </Stage>
    ),
  },
  {
    of: ['UnsubscribeDetails'],
    state: 'failed',
    draw: () => (
      <Stage responses={infoResponse({ message: 'Server error' }, 500)}>
        <UnsubscribeDetails id={3} navigate={nothing} />
      </Stage>
    ),
  },
  {
    of: ['UnsubscribeImpact'],
    state: 'what is lost',
    draw: () => (
      <Stage as={people.subscriber}>
        <UnsubscribeImpact id={3} navigate={nothing} />
      </Stage>
    ),
  },
  {
    of: ['UnsubscribeConfirm'],
    state: 'ready',
    draw: () => (
      <Stage as={people.subscriber}>
        <UnsubscribeConfirm id={3} navigate={nothing} />
      </Stage>
    ),
  },
  {
    of: ['UnsubscribeConfirm'],
    state: 'busy',
    draw: () => (
      <Stage as={people.subscriber} arrange={({ billing }) => billing.cancel(3)}>
        <UnsubscribeConfirm id={3} navigate={nothing} />
      </Stage>
    ),
  },
  { of: ['PaymentMethodModal'], state: 'open', over: true, draw: () => modal({ busy: false, error: null }) },
  {
    of: ['PaymentMethodModal', 'Button'],
    state: 'refused',
    over: true,
    draw: () => (
      <>
        <Button>Enroll</Button>
        {modal({ busy: false, error: 'Your card was declined.' })}
      </>
    ),
  },
  { of: ['PaymentMethodModal'], state: 'busy', over: true, draw: () => modal({ busy: true, error: null }) },
];
