import {
  addMonths,
  checkCardFields,
  chooseGateway,
  chooseProgram,
  chooseTerm,
  displayedSubscription,
  displayStatus,
  formatDollars,
  GATEWAYS,
  INITIAL_PLAN,
  invoiceLink,
  paymentRedirect,
  periodOf,
  pollDelay,
  quotePlan,
  readPollAnswer,
  withOfferedGateway,
} from '@openbell/core/billing';
import type { Program, Subscription } from '@openbell/core/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const NOW = Date.UTC(2026, 0, 31, 12);
const program: Program = { id: 1, name: 'Mentorship', monthly_price: 50, yearly_price: 450, trial_days: 7 };
const subscription = (id: number, status: string): Subscription => ({
  id,
  status,
  provider: 'stripe',
  provider_subscription_id: `sub_${id}`,
  period: 1,
  current_period_start: null,
  current_period_end: null,
  subscription_histories: [],
  trial_ends_at: null,
  next_charge_at: null,
  next_amount: null,
  cancel_at_period_end: false,
});

describe('plan selection', () => {
  it('starts monthly, by card, with no program selected [billing.defaults]', () => {
    expect(INITIAL_PLAN).toEqual({ programId: null, term: 1, gateway: 'stripe' });
  });

  it('choosing yearly switches the gateway to paypal', () => {
    expect(chooseTerm(INITIAL_PLAN, 2)).toMatchObject({ term: 2, gateway: 'paypal' });
  });

  it('switches only when the term changes; a manual gateway choice is kept [billing.yearly-paypal]', () => {
    const back = chooseGateway(chooseTerm(INITIAL_PLAN, 2), 'stripe');
    expect(chooseTerm(back, 2)).toEqual({ programId: null, term: 2, gateway: 'stripe' });
    expect(chooseTerm(back, 1)).toMatchObject({ term: 1, gateway: 'stripe' });
    expect(chooseTerm(chooseTerm(INITIAL_PLAN, 2), 1)).toMatchObject({ term: 1, gateway: 'paypal' });
  });

  it('falls back to a gateway that the site offers', () => {
    const yearly = chooseTerm(INITIAL_PLAN, 2);
    expect(withOfferedGateway(yearly, ['stripe'])).toMatchObject({ term: 2, gateway: 'stripe' });
    expect(withOfferedGateway(INITIAL_PLAN, ['paypal'])).toMatchObject({ gateway: 'paypal' });
    expect(withOfferedGateway(yearly, GATEWAYS)).toBe(yearly);
    expect(withOfferedGateway(yearly, [])).toBe(yearly);
  });

  it('property: only a change to yearly switches the gateway, to paypal', () => {
    const step = fc.oneof(
      fc.constantFrom<1 | 2>(1, 2).map((term) => ({ term })),
      fc.constantFrom<'stripe' | 'paypal'>('stripe', 'paypal').map((gateway) => ({ gateway })),
      fc.nat(3).map((programId) => ({ programId })),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let plan = INITIAL_PLAN;
        return steps.every((taken) => {
          const before = plan;
          if ('term' in taken) plan = chooseTerm(plan, taken.term);
          else if ('gateway' in taken) plan = chooseGateway(plan, taken.gateway);
          else plan = chooseProgram(plan, taken.programId);
          if ('term' in taken && taken.term === 2 && before.term === 1) return plan.gateway === 'paypal';
          return 'gateway' in taken ? plan.gateway === taken.gateway : plan.gateway === before.gateway;
        });
      }),
      { numRuns: 5000 },
    );
  });
});

describe('plan price', () => {
  const chosen = chooseProgram(INITIAL_PLAN, 1);

  it('is free for 7 days, then monthly or yearly', () => {
    const trialEnd = NOW + 7 * 86_400_000;
    expect(quotePlan(chosen, [program], { now: NOW, hadPlan: false })).toMatchObject({
      today: 0,
      price: 50,
      trialDays: 7,
      nextChargeAt: trialEnd,
    });
    expect(quotePlan(chooseTerm(chosen, 2), [program], { now: NOW, hadPlan: false })).toMatchObject({
      today: 0,
      price: 450,
    });
  });

  it("uses the server's trial days, or 7 without them [billing.trial-days]", () => {
    expect(quotePlan(chosen, [{ ...program, trial_days: 3 }], { now: NOW, hadPlan: false })?.trialDays).toBe(
      3,
    );
    expect(
      quotePlan(chosen, [{ ...program, trial_days: null }], { now: NOW, hadPlan: false })?.trialDays,
    ).toBe(7);
    expect(quotePlan(chosen, [{ ...program, trial_days: 0 }], { now: NOW, hadPlan: false })).toMatchObject({
      today: 50,
      trialDays: 0,
    });
  });

  it('charges a returning subscriber today and again a month or year later', () => {
    expect(quotePlan(chosen, [program], { now: NOW, hadPlan: true })).toMatchObject({
      today: 50,
      trialDays: 0,
      nextChargeAt: Date.UTC(2026, 1, 28, 12),
    });
    expect(quotePlan(chooseTerm(chosen, 2), [program], { now: NOW, hadPlan: true })?.nextChargeAt).toBe(
      Date.UTC(2027, 0, 31, 12),
    );
  });

  it('is null without a program, or with an unknown one', () => {
    expect(quotePlan(INITIAL_PLAN, [program], { now: NOW, hadPlan: false })).toBeNull();
    expect(quotePlan(chooseProgram(chosen, 9), [program], { now: NOW, hadPlan: false })).toBeNull();
  });

  it('a month later is the same day, or the last day of the month', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2024-01-01'), max: new Date('2030-12-31'), noInvalidDate: true }),
        fc.integer({ min: 0, max: 48 }),
        (from, months) => {
          const to = new Date(addMonths(from.getTime(), months));
          const whole =
            (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
          const nextDay = new Date(to.getTime() + 86_400_000);
          const lastOfMonth = nextDay.getUTCDate() === 1;
          return (
            whole === months &&
            (to.getUTCDate() === from.getUTCDate() || (lastOfMonth && to.getUTCDate() < from.getUTCDate()))
          );
        },
      ),
      { numRuns: 5000 },
    );
  });
});

describe('subscription display', () => {
  it.each([
    ['active', 'ACTIVE', 'positive'],
    ['Active', 'ACTIVE', 'positive'],
    ['canceled', 'CANCELED', 'negative'],
    ['cancelled', 'CANCELED', 'negative'],
    ['CANCELLED', 'CANCELED', 'negative'],
    ['trialing', 'TRIALING', 'caution'],
    ['past_due', 'PAST_DUE', 'caution'],
    ['', '', 'caution'],
  ])('status %s is shown as %s (%s) [billing.status]', (status, text, tone) => {
    expect(displayStatus(status)).toEqual({ text, tone });
  });

  it('shows the first active subscription, ignoring case, otherwise active_subscription [billing.displayed]', () => {
    const fallback = subscription(9, 'trialing');
    const list = [subscription(1, 'canceled'), subscription(2, 'ACTIVE'), subscription(3, 'active')];
    expect(displayedSubscription(list, { active_subscription: fallback })?.id).toBe(2);
    expect(displayedSubscription([subscription(1, 'trialing')], { active_subscription: fallback })?.id).toBe(
      9,
    );
    expect(displayedSubscription([], { active_subscription: null })).toBeNull();
    expect(displayedSubscription([], null)).toBeNull();
  });

  it.each([
    [1, 'monthly'],
    [2, 'yearly'],
    [0, 'yearly'],
    [12, 'yearly'],
  ])('period %d is %s', (period, word) => {
    expect(periodOf(period)).toBe(word);
  });

  it.each([
    [49.9, '$49.90'],
    [0, '$0.00'],
    [-0, '$0.00'],
    [0.1 + 0.2, '$0.30'],
    [-100, '-$100.00'],
    [1234567.5, '$1,234,567.50'],
  ])('formats %d dollars as %s', (amount, text) => {
    expect(formatDollars(amount)).toBe(text);
  });
});

describe('invoice links', () => {
  const entry = (invoice_pdf: string | null) => ({
    id: 1,
    billed_at: null,
    amount: 50,
    data: { data: { object: { invoice_pdf } } },
  });

  it.each([
    'https://pay.stripe.com/invoice/acct_1/in_1/pdf?s=ap',
    'https://invoice.stripe.com/i/x',
    'https://files.stripe.com/x',
    'https://www.paypal.com/invoice/1',
  ])('accepts %s', (link) => {
    expect(invoiceLink(entry(link))).toBe(link);
  });

  it.each([
    null,
    '',
    'http://pay.stripe.com/x',
    'https://pay.stripe.com.evil.test/x',
    'https://evil.test/https://pay.stripe.com/',
    'https://user@pay.stripe.com/x',
    'https://pay.stripe.com:8443/x',
    'https:\\\\pay.stripe.com/x',
    'javascript:alert(1)',
    'data:application/pdf,x',
    '//pay.stripe.com/x',
    '/invoices/1.pdf',
  ])('rejects %j [billing.invoice-hosts]', (link) => {
    expect(invoiceLink(entry(link))).toBeNull();
  });

  it('resolves a path against the API origin if it is known', () => {
    expect(invoiceLink(entry('/dev/invoices/1.pdf'), { apiOrigin: 'https://api.example' })).toBe(
      'https://api.example/dev/invoices/1.pdf',
    );
    expect(invoiceLink(entry('//evil.test/x'), { apiOrigin: 'https://api.example' })).toBeNull();
  });
});

describe('payment redirects', () => {
  const origin = 'https://app.example';

  it('allows pages of the site and known https hosts', () => {
    expect(paymentRedirect('/dev/wallet?token=1', { origin })).toBe('https://app.example/dev/wallet?token=1');
    const link = 'https://www.paypal.com/webapps/billing/subscriptions?ba_token=BA-1';
    expect(paymentRedirect(link, { origin })).toBe(link);
    expect(paymentRedirect('https://wallet.test/x', { origin, hosts: ['wallet.test'] })).toBe(
      'https://wallet.test/x',
    );
  });

  it.each([
    null,
    undefined,
    '',
    'javascript:alert(1)',
    '//evil.test',
    '/\\evil.test',
    'http://www.paypal.com/',
    'https://paypal.com.evil.test/',
    'https://evil.test/',
    7,
  ])('%j is blocked [billing.redirect-allowed]', (link) => {
    expect(paymentRedirect(link, { origin })).toBeNull();
  });

  it('never redirects to another origin (2,000 cases)', () => {
    const piece = fc.constantFrom(
      'https://',
      'http://',
      '//',
      '/',
      '\\',
      'www.paypal.com',
      '.evil.test',
      '@',
      ':443',
      '#',
      '?',
      '\t',
      'javascript:',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.array(piece, { maxLength: 7 }).map((all) => all.join('')),
        ),
        (raw) => {
          const url = paymentRedirect(raw, { origin });
          return url === null || [origin, 'https://www.paypal.com'].includes(new URL(url).origin);
        },
      ),
      { numRuns: 2000 },
    );
  }, 30_000);
});

describe('the subscription poll', () => {
  it('waits 1000 ms; Retry-After lengthens the wait, never shortens it', () => {
    expect(pollDelay(null)).toBe(1000);
    expect(pollDelay(5)).toBe(5000);
    expect(pollDelay(0)).toBe(1000);
    expect(pollDelay(0.2)).toBe(1000);
    expect(pollDelay(-1)).toBe(1000);
    expect(pollDelay(Number.NaN)).toBe(1000);
    expect(pollDelay(1e9)).toBe(60_000);
  });

  it.each([
    [{ active: true, status: 'failed', message: null }, { kind: 'active' }],
    [{ active: false, status: null, message: null }, { kind: 'waiting' }],
    [{ active: false, status: 'incomplete', message: null }, { kind: 'waiting' }],
    [
      { active: false, status: 'failed', message: 'Declined.' },
      { kind: 'failed', message: 'Declined.' },
    ],
    [
      { active: false, status: 'Incomplete_Expired', message: null },
      { kind: 'failed', message: null },
    ],
  ])('%j results in %j', (answer, outcome) => {
    expect(readPollAnswer(answer)).toEqual(outcome);
  });
});

describe('the sandbox card form', () => {
  const good = { kind: 'fields' as const, number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' };

  it.each(['12/34', '1/34', '01 / 34', '1234', '12/2034'])('accepts the expiry %s', (expiry) => {
    expect(checkCardFields({ ...good, expiry })).toEqual({});
  });

  it('reports each invalid field', () => {
    expect(checkCardFields({ kind: 'fields', number: '42', expiry: '13/34', cvc: '1' })).toEqual({
      number: true,
      expiry: true,
      cvc: true,
    });
  });
});
