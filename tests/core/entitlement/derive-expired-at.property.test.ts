// Properties of the end of access for any status and date: long periods, clock changes and clock errors.
import {
  deriveExpiredAt,
  isSubscribed,
  latestExpiredAt,
  readSubscriptionStatus,
  type SubscriptionPeriod,
} from '@openbell/core/entitlement';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyCases } from '../../support/property-cases.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Times around clock changes in the US and Europe, and ends of months. */
const CHANGES = [
  Date.UTC(2026, 2, 8, 10),
  Date.UTC(2026, 10, 1, 9),
  Date.UTC(2027, 2, 28, 1),
  Date.UTC(2027, 9, 31, 1),
  Date.UTC(2028, 1, 29),
  Date.UTC(2027, 0, 31, 23, 59, 59),
];
const moment = fc.oneof(
  fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2035, 0) }),
  fc
    .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -2 * DAY, max: 2 * DAY }))
    .map(([change, by]) => change + by),
);
const status = fc.oneof(
  fc.constantFrom(
    'incomplete',
    'incomplete_expired',
    'trialing',
    'active',
    'past_due',
    'canceled',
    'cancelled',
    'unpaid',
    'paused',
    'ACTIVE',
    ' Past_Due ',
  ),
  fc.string(),
);
const period = fc
  .record({ status, start: moment, days: fc.integer({ min: 1, max: 366 }), failed: fc.option(moment) })
  .map(
    ({ status: word, start, days, failed }): SubscriptionPeriod => ({
      status: word,
      current_period_start: start,
      current_period_end: start + days * DAY,
      past_due_since: failed,
    }),
  );
const RUNS = { numRuns: propertyCases(2000) };
const endOf = (subscription: SubscriptionPeriod) => Number(subscription.current_period_end);

/** The same time in every notation of databases and APIs. */
const written = (at: number): readonly (string | number | Date)[] => [
  at,
  new Date(at),
  new Date(at).toISOString(),
  `${new Date(at).toISOString().slice(0, -1).replace('T', ' ')}`,
  `${new Date(at - 7 * HOUR).toISOString().slice(0, -1)}-07:00`,
  `${new Date(at + 5.5 * HOUR).toISOString().slice(0, -1)}+05:30`,
];

describe('the end of access for any status and date', () => {
  it('is at most the end of the period plus one day [entitlement.derived]', () => {
    fc.assert(
      fc.property(period, (subscription) => {
        const end = deriveExpiredAt(subscription);
        return end === null || end <= endOf(subscription) + DAY;
      }),
      RUNS,
    );
  });

  it('is set only for known statuses that give access', () => {
    fc.assert(
      fc.property(period, (subscription) => {
        const known = readSubscriptionStatus(subscription.status);
        const gives = ['active', 'trialing', 'past_due', 'canceled'].includes(known);
        return gives === (deriveExpiredAt(subscription) !== null);
      }),
      RUNS,
    );
  });

  it('an unpaid period gives only its grace days, canceled or not', () => {
    fc.assert(
      fc.property(
        period,
        fc.constantFrom('past_due', 'canceled'),
        fc.nat({ max: 30 }),
        (input, word, graceDays) => {
          const failed = Number(input.current_period_start);
          const end = deriveExpiredAt({ ...input, status: word, past_due_since: failed }, { graceDays });
          return end === Math.min(endOf(input), failed + graceDays * DAY);
        },
      ),
      RUNS,
    );
  });

  it('canceling never extends access and never ends a paid period', () => {
    fc.assert(
      fc.property(period, (input) => {
        const paid = { ...input, past_due_since: null };
        const running = deriveExpiredAt({ ...paid, status: 'active' });
        const canceled = deriveExpiredAt({ ...paid, status: 'canceled' });
        return canceled === endOf(input) && running !== null && running >= canceled;
      }),
      RUNS,
    );
  });

  it('a later end of the period never results in an earlier end of access', () => {
    fc.assert(
      fc.property(period, fc.nat({ max: 400 * DAY }), (input, longer) => {
        const before = deriveExpiredAt(input);
        const after = deriveExpiredAt({ ...input, current_period_end: endOf(input) + longer });
        return before === null ? after === null : after !== null && after >= before;
      }),
      RUNS,
    );
  });

  it('does not depend on the notation or time zone of the dates', () => {
    fc.assert(
      fc.property(period, fc.nat(), fc.nat(), (input, one, two) => {
        const starts = written(Number(input.current_period_start));
        const ends = written(endOf(input));
        const rewritten = {
          ...input,
          current_period_start: starts[one % starts.length] ?? null,
          current_period_end: ends[two % ends.length] ?? null,
        };
        expect(deriveExpiredAt(rewritten)).toBe(deriveExpiredAt(input));
      }),
      RUNS,
    );
  });

  it('a grace day is 24 hours, also on days with clock changes', () => {
    for (const change of CHANGES) {
      for (let hour = -48; hour <= 48; hour += 1) {
        const since = change + hour * HOUR;
        const subscription = {
          status: 'past_due',
          current_period_start: since,
          current_period_end: since + 30 * DAY,
          past_due_since: since,
        };
        expect(deriveExpiredAt(subscription)).toBe(since + 72 * HOUR);
      }
    }
  });

  it('is the latest of several plans, in any order', () => {
    fc.assert(
      fc.property(fc.array(period, { maxLength: 6 }), fc.nat(), (plans, turn) => {
        const turned = [
          ...plans.slice(turn % (plans.length + 1)),
          ...plans.slice(0, turn % (plans.length + 1)),
        ];
        const ends = plans.map((plan) => deriveExpiredAt(plan)).filter((end) => end !== null);
        const best = ends.length === 0 ? null : Math.max(...ends);
        return latestExpiredAt(plans) === best && latestExpiredAt(turned) === best;
      }),
      RUNS,
    );
  });

  it('a clock error changes access only within that time of the end', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: -DAY, max: DAY }), moment, (expiredAt, skew, now) => {
        const user = { expired_at: new Date(expiredAt).toISOString() };
        const right = isSubscribed(user, now);
        const skewed = isSubscribed(user, now + skew);
        return right === skewed || Math.abs(expiredAt - now) <= Math.abs(skew);
      }),
      RUNS,
    );
  });
});
