import {
  type BillingContext,
  type Bus,
  type Clock,
  createLogger,
  createPaypalWallet,
  type Db,
  eq,
  mails,
  openSetupIntent,
  programs,
  readInstallationKey,
  STATED_TRIAL_DAYS,
  subscribe,
  syncInvoices,
  syncSubscription,
  users,
} from '@openbell/example-server';
import { type InProcessCards, openInProcessCards } from '../cards/in-process.ts';
import { demoAccounts } from './accounts.ts';
import type { Seed } from './seed.ts';

const DAY = 86_400_000;

interface DemoPlan {
  readonly who: keyof typeof demoAccounts;
  readonly program: 'trade-ideas' | 'mentorship';
  readonly term: 1 | 2;
  /** Days before now. */
  readonly since: number;
  /** Days before now; absent for a plan that renews. */
  readonly canceled?: number;
  /** A separate card each, as a trial is once per card; none is the most common test card. */
  readonly card: string;
}

/** The plans of the demo accounts; `member` has none. */
const DEMO_PLANS: readonly DemoPlan[] = [
  { who: 'mentor', program: 'mentorship', term: 2, since: 75, card: '5555555555554444' },
  { who: 'subscriber', program: 'trade-ideas', term: 1, since: 80, card: '4000056655665556' },
  { who: 'lapsed', program: 'trade-ideas', term: 1, since: 75, canceled: 60, card: '6011111111111117' },
  { who: 'other', program: 'trade-ideas', term: 1, since: 40, card: '378282246310005' },
];

/** Publishes nothing: nobody is connected while the demo data is written. */
function silentBus(db: Db): Bus {
  return {
    transact: (work) => db.transaction((tx) => work(tx, () => undefined)),
    publish: async () => undefined,
    wake: () => undefined,
    subscribe: () => () => undefined,
  };
}

/** Writes the demo plans: buys each on its day by the server's own code, and renews it in the card sandbox until today. */
export const seedBilling: Seed = async ({ db, clock }) => {
  const today = clock.now();
  let at = today;
  const past: Clock = { now: () => at };
  const cards = openInProcessCards(db, past);
  const context: BillingContext = {
    db,
    clock: past,
    cards: cards.provider,
    installationKey: (name) => readInstallationKey(db, name),
    // No demo plan uses PayPal.
    wallet: createPaypalWallet({
      clientId: '',
      secret: '',
      webhookId: '',
      apiUrl: 'http://127.0.0.1',
      now: past.now,
      fetch: () => Promise.reject(new Error('The demo data ask no wallet.')),
    }),
    bus: silentBus(db),
    log: createLogger({ clock: past, level: 'warn' }),
    config: { trialDays: STATED_TRIAL_DAYS, publicUrl: '' },
  };
  const bought: string[] = [];
  for (const plan of DEMO_PLANS) {
    at = today - plan.since * DAY;
    const subscriptionId = await buy(context, cards, plan);
    bought.push(subscriptionId);
    if (plan.canceled === undefined) continue;
    at = today - plan.canceled * DAY;
    await cards.advance();
    await cards.cancelAtPeriodEnd(subscriptionId);
  }
  at = today;
  await cards.advance();
  for (const subscriptionId of bought) {
    const row = await syncSubscription(context, 'stripe', subscriptionId);
    if (row !== null) await syncInvoices(context, row);
  }
  await cards.dropWebhooks();
  await db.delete(mails);
};

async function buy(context: BillingContext, cards: InProcessCards, plan: DemoPlan): Promise<string> {
  const { email, firstName } = demoAccounts[plan.who];
  const [person] = await context.db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (person === undefined) throw new Error(`The demo account ${plan.who} is missing.`);
  const programId = await programIdOf(context.db, plan.program);
  const payer = { userId: person.id, email, firstName };
  const intent = await openSetupIntent(context, payer, { programId, term: plan.term });
  const paymentMethodId = await cards.confirm(intent.clientSecret ?? '', plan.card);
  const { body } = await subscribe(context, payer, {
    gateway: 'stripe',
    program_id: programId,
    term: plan.term,
    payment_method_id: paymentMethodId,
  });
  if (body.subscription === null) throw new Error(`The demo account ${plan.who} got no plan.`);
  return body.subscription.provider_subscription_id;
}

async function programIdOf(db: Db, slug: DemoPlan['program']): Promise<number> {
  const [program] = await db.select({ id: programs.id }).from(programs).where(eq(programs.slug, slug));
  if (program === undefined) throw new Error(`The program ${slug} is missing.`);
  return program.id;
}
