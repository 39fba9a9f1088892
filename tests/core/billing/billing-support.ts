import { type CardForm, type CardSetupResult, createBilling } from '@openbell/core/billing';
import type { Program, Subscription, User } from '@openbell/core/contract';
import type { SessionState } from '@openbell/core/session';
import { createFakeApi, createFakePage, createFakeRandom, createFakeTime, settle } from '@openbell/testing';
import { atom } from 'nanostores';

export const PROGRAMS: readonly Program[] = [
  { id: 1, name: 'Mentorship', monthly_price: 50, yearly_price: 450, trial_days: 7 },
];
export const FORM: CardForm = { kind: 'fields', number: '4242424242424242', expiry: '12/34', cvc: '123' };

export const subscriptionOf = (parts: Partial<Subscription> = {}): Subscription => ({
  id: 3,
  status: 'active',
  provider: 'stripe',
  provider_subscription_id: 'sub_1',
  period: 1,
  current_period_start: null,
  current_period_end: null,
  subscription_histories: [],
  trial_ends_at: null,
  next_charge_at: null,
  next_amount: null,
  cancel_at_period_end: false,
  payment_method: null,
  ...parts,
});

export const member = (
  parts: Partial<Extract<SessionState, { status: 'signed-in' }>> = {},
): SessionState => ({
  status: 'signed-in',
  epoch: 1,
  user: { id: 7, expired_at: null } as User,
  subscriptions: [],
  profile: 'loaded',
  isSubscribed: false,
  ...parts,
});

/** A card provider whose confirmations the test responds to. */
export function createFakeCards() {
  const cards: { secret: string; form: CardForm; respond: (result: CardSetupResult) => Promise<void> }[] = [];
  const confirm = (secret: string, form: CardForm) =>
    new Promise<CardSetupResult>((resolve) => {
      const respond = async (result: CardSetupResult): Promise<void> => {
        resolve(result);
        await settle();
      };
      cards.push({ secret, form, respond });
    });
  return { cards, cardSetup: { provider: 'sandbox' as const, confirm } };
}

/** Billing with a fake server, session, card provider and browser. */
export function createSetup(state: SessionState = member()) {
  const api = createFakeApi(settle);
  const time = createFakeTime();
  const page = createFakePage();
  const log: string[] = [];
  const redirects: string[] = [];
  const $state = atom<SessionState>(state);
  let refreshes = 0;
  let sessions = 0;
  const { cards, cardSetup } = createFakeCards();
  const billing = createBilling({
    api,
    session: {
      $state,
      now: time.clock.now,
      start: () => {
        sessions += 1;
        return () => {
          sessions -= 1;
        };
      },
      refreshProfile: async () => {
        refreshes += 1;
        return { ok: false, error: { code: 'unavailable', message: '', retryAfter: null } };
      },
    },
    cardSetup,
    page,
    scheduler: time.scheduler,
    random: createFakeRandom(),
    origin: () => 'https://app.example',
    redirect: (url) => redirects.push(url),
    log: (line) => log.push(line),
  });
  const polls = () => api.requests.filter(({ path }) => path === '/web/user-expiration');

  return {
    api,
    time,
    page,
    log,
    redirects,
    $state,
    cards,
    billing,
    polls,
    refreshes: () => refreshes,
    /** The number of session starts that are held. */
    sessions: () => sessions,
    /** Advances to the open payment-method modal. */
    async openCard(): Promise<void> {
      billing.chooseProgram(1);
      const done = billing.enroll();
      await api
        .latest('/web/create-payment-intent')
        .succeed({ approveLink: null, setupIntentClientSecret: 'seti_secret' });
      await done;
    },
    /** Advances to the request of the subscription: the card is set up, or refused with this result. */
    async setUpCard(result: CardSetupResult = { ok: true, paymentMethodId: 'pm_1' }): Promise<void> {
      await this.openCard();
      void billing.confirmCard(FORM);
      await cards.at(-1)?.respond(result);
    },
    /** Advances to the first request of the poll. */
    async openPoll(): Promise<void> {
      await this.setUpCard();
      await api.latest('/web/create-subscription').succeed({ message: '', subscription: null });
    },
  };
}

export const waiting = { active: false, status: null, message: null };
export const active = { active: true, status: null, message: null };
