import { billingDate, billingOutlook, keptUntil } from '@openbell/core/billing';
import type { Subscription } from '@openbell/core/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { subscriptionOf } from './billing-support.ts';

const NOW = Date.parse('2026-11-21T15:00:00Z');
const END = '2026-12-20T12:00:00Z';
const PAST = '2026-11-01T12:00:00Z';
/** A provider's next charge, before the end of the period. */
const CHARGE = '2026-12-19T12:00:00Z';
const at = (text: string): number => Date.parse(text);

const subscription = (parts: Partial<Subscription> = {}) =>
  subscriptionOf({ current_period_start: PAST, current_period_end: END, ...parts });

describe('billing outlook', () => {
  it.each([
    [
      'a trial with its next charge',
      { status: 'trialing', trial_ends_at: END, next_charge_at: CHARGE, next_amount: 50 },
      END,
      { kind: 'trial', endsAt: at(END), chargeAt: at(CHARGE), amount: 50 },
    ],
    [
      'a trial without its next charge',
      { status: 'Trialing' },
      END,
      { kind: 'trial', endsAt: at(END), chargeAt: at(END), amount: null },
    ],
    ['a plan that renews', { next_amount: 49.9 }, END, { kind: 'renews', at: at(END), amount: 49.9 }],
    [
      'a plan with a next charge before the end of its period',
      { next_charge_at: CHARGE, next_amount: 25 },
      END,
      { kind: 'renews', at: at(CHARGE), amount: 25 },
    ],
    ['a plan that ends with its period', { cancel_at_period_end: true }, END, { kind: 'ends', at: at(END) }],
    ['a cancelled plan', { status: 'cancelled' }, END, { kind: 'ends', at: at(END) }],
    ['a cancelled plan that has ended', { status: 'canceled' }, PAST, { kind: 'ended', at: at(PAST) }],
    [
      'a plan with a failed payment',
      { status: 'past_due', next_charge_at: CHARGE, next_amount: 50 },
      END,
      { kind: 'past-due', retryAt: at(CHARGE), amount: 50, accessUntil: at(END) },
    ],
    [
      'a plan with a failed payment after its grace period',
      { status: 'past_due' },
      PAST,
      { kind: 'past-due', retryAt: null, amount: null, accessUntil: null },
    ],
    ['an unconfirmed plan', { status: 'incomplete' }, null, { kind: 'pending' }],
    ['a plan with an unknown status', { status: 'strange' }, PAST, { kind: 'ended', at: at(PAST) }],
    ['a paused plan without access', { status: 'paused' }, PAST, { kind: 'ended', at: at(PAST) }],
    [
      'a plan whose payments are paused',
      { status: 'paused' },
      END,
      { kind: 'renews', at: null, amount: null },
    ],
  ] as const)('describes %s', (_, parts, expired_at, outlook) => {
    expect(billingOutlook(subscription(parts), { expired_at }, NOW)).toEqual(outlook);
  });

  it('depends only on the end of access when there is no subscription', () => {
    expect(billingOutlook(null, { expired_at: null }, NOW)).toEqual({ kind: 'none' });
    expect(billingOutlook(null, { expired_at: END }, NOW)).toEqual({ kind: 'ends', at: at(END) });
    expect(billingOutlook(null, { expired_at: PAST }, NOW)).toEqual({ kind: 'ended', at: at(PAST) });
  });

  it('property: current access never reads as ended, and past access never as current', () => {
    const moment = fc.option(
      fc.oneof(
        fc
          .date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
          .map((date) => date.toISOString()),
        fc.constantFrom('', '0000-00-00', 'soon', '2026-02-31'),
      ),
    );
    const word = fc.constantFrom(
      'active',
      'trialing',
      'past_due',
      'unpaid',
      'canceled',
      'cancelled',
      'incomplete',
      'incomplete_expired',
      'paused',
      '',
      'ACTIVE ',
      'x',
    );
    fc.assert(
      fc.property(word, moment, moment, moment, fc.boolean(), (status, end, charge, expired, ending) => {
        const outlook = billingOutlook(
          subscription({
            status,
            current_period_end: end,
            next_charge_at: charge,
            cancel_at_period_end: ending,
          }),
          { expired_at: expired },
          NOW,
        );
        const access = expired === null ? Number.NaN : at(expired);
        if (outlook.kind === 'ends') expect(access).toBeGreaterThan(NOW);
        if (outlook.kind === 'ended') expect(access > NOW).toBe(false);
        if (outlook.kind === 'past-due' && outlook.accessUntil !== null) expect(access).toBeGreaterThan(NOW);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('access after cancellation', () => {
  it('lasts to the end of the paid period, or is null when unpaid', () => {
    const later = '2026-12-21T12:00:00Z';
    expect(keptUntil(subscription(), { expired_at: later })).toBe(at(END));
    expect(keptUntil(subscription({ current_period_end: null }), { expired_at: later })).toBe(at(later));
    expect(keptUntil(subscription(), { expired_at: null })).toBe(at(END));
    expect(keptUntil(subscription({ status: 'past_due' }), { expired_at: later })).toBeNull();
    expect(keptUntil(subscription({ current_period_end: null }), { expired_at: null })).toBeNull();
  });
});

describe('billing date of the profile', () => {
  it('is the next charge of a renewing subscription, otherwise the end of access', () => {
    const user = { expired_at: '2026-12-21T12:00:00Z' };
    const charge = '2026-12-19T12:00:00Z';
    expect(billingDate(subscription({ next_charge_at: charge }), user)).toEqual({
      kind: 'next-billing',
      at: charge,
    });
    expect(billingDate(subscription(), user)).toEqual({ kind: 'next-billing', at: END });
    expect(billingDate(subscription({ cancel_at_period_end: true }), user)).toEqual({
      kind: 'expiry',
      at: user.expired_at,
    });
    expect(billingDate(subscription({ status: 'past_due' }), { expired_at: null })).toEqual({
      kind: 'expiry',
      at: END,
    });
  });
});
