import {
  addMonths,
  chooseGateway,
  chooseProgram,
  chooseTerm,
  GATEWAYS,
  INITIAL_PLAN,
  quotePlan,
  withOfferedGateway,
} from '@openbell/core/billing';
import type { Program } from '@openbell/core/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyCases } from '../../support/property-cases.ts';

const NOW = Date.UTC(2026, 0, 31, 12);

const program: Program = { id: 1, name: 'Mentorship', monthly_price: 50, yearly_price: 450, trial_days: 7 };

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
      { numRuns: propertyCases(5000) },
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
      { numRuns: propertyCases(5000) },
    );
  });
});
