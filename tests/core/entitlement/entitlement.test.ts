import {
  deriveExpiredAt,
  expiredAt,
  hasPlan,
  isSubscribed,
  latestExpiredAt,
  readInstant,
  readSubscriptionStatus,
} from '@openbell/core/entitlement';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyCases } from '../../support/property-cases.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const DAY = 86_400_000;

describe('reading dates', () => {
  it.each([
    ['2026-11-21T12:00:00Z', NOW],
    ['2026-11-21 12:00:00', NOW],
    ['2026-11-21T12:00:00', NOW],
    ['2026-11-21 12:00', NOW],
    ['2026-11-21T12:00', NOW],
    ['2026-11-21T12:00:00.000', NOW],
    ['2026-11-21T12:00:00.000000Z', NOW],
    ['2026-11-21T14:00:00+02:00', NOW],
    ['2026-11-21T05:00:00-07:00', NOW],
    ['2026-11-21T04:30:00-0730', NOW],
    ['2026-11-21 17:30:00 +0530', NOW],
    ['2026-11-21T12:00:00.123456789Z', NOW + 123],
    ['2026-11-21', Date.UTC(2026, 10, 21)],
    ['2024-02-29', Date.UTC(2024, 1, 29)],
    // A leap second is the first instant of the next day.
    ['2026-12-31T23:59:60Z', Date.UTC(2027, 0, 1)],
    ['2026-06-30 23:59:60', Date.UTC(2026, 6, 1)],
    [NOW, NOW],
    [new Date(NOW), NOW],
  ])('reads %s as an instant, in UTC without a zone [calls.naive-dates]', (value, instant) => {
    expect(readInstant(value)).toBe(instant);
  });

  it.each([
    null,
    undefined,
    '',
    ' ',
    'abc',
    '0000-00-00',
    '0000-00-00 00:00:00',
    '2025-02-29',
    '2026-02-30',
    '2026-04-31',
    '2026-13-01',
    '2026-11-21T24:00:00Z',
    '2026-11-21T25:00:00Z',
    '11/21/2026',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e15,
    1e20,
    new Date('no'),
    true,
    [],
    { date: 1 },
  ])('returns null for %j', (value) => {
    expect(readInstant(value)).toBeNull();
  });

  it('reads back every ISO instant of the years 1 to 9999', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (date) => {
          expect(readInstant(date.toISOString())).toBe(date.getTime());
          expect(readInstant(date.toISOString().replace('Z', ''))).toBe(date.getTime());
        },
      ),
      { numRuns: propertyCases(5000) },
    );
  });

  it('never throws and never returns an invalid date', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const instant = readInstant(value);
        return instant === null || !Number.isNaN(new Date(instant).getTime());
      }),
      { numRuns: propertyCases(5000) },
    );
  });
});

describe('access', () => {
  it('a subscriber is a member whose expired_at is in the future [entitlement.future]', () => {
    expect(isSubscribed({ expired_at: '2026-11-21T12:00:01Z' }, NOW)).toBe(true);
    expect(isSubscribed({ expired_at: '2026-11-21T12:00:00Z' }, NOW)).toBe(false);
    expect(isSubscribed({ expired_at: '2026-11-21T11:59:59Z' }, NOW)).toBe(false);
  });

  it('hasPlan is true if expired_at is set, even if it is past [entitlement.has-plan]', () => {
    expect(hasPlan({ expired_at: '2020-01-01' })).toBe(true);
    expect(hasPlan({ expired_at: null })).toBe(false);
    expect(hasPlan({})).toBe(false);
    expect(hasPlan(null)).toBe(false);
  });

  it.each([null, '', '0000-00-00', 'abc', 1e15])(
    'expired_at %j gives neither a plan nor access',
    (expired_at) => {
      expect(hasPlan({ expired_at })).toBe(false);
      expect(isSubscribed({ expired_at }, NOW)).toBe(false);
      expect(expiredAt({ expired_at })).toBeNull();
    },
  );

  it('a subscriber always has a plan', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.date()),
        fc.integer(),
        (expired_at, now) => (isSubscribed({ expired_at }, now) ? hasPlan({ expired_at }) : true),
      ),
      { numRuns: propertyCases(3000) },
    );
  });
});

describe('the end of access by subscription', () => {
  const current_period_start = NOW;
  const current_period_end = NOW + 30 * DAY;
  const period = { current_period_start, current_period_end };

  it.each(['active', 'trialing', 'ACTIVE'])(
    'is one day after the end of the period when the status is %s',
    (status) => {
      expect(deriveExpiredAt({ status, ...period })).toBe(current_period_end + DAY);
    },
  );

  it('is at most three days after the failed payment when the status is past_due', () => {
    expect(deriveExpiredAt({ status: 'past_due', ...period })).toBe(NOW + 3 * DAY);
    expect(deriveExpiredAt({ status: 'past_due', ...period, past_due_since: NOW + DAY })).toBe(NOW + 4 * DAY);
    expect(deriveExpiredAt({ status: 'past_due', ...period }, { graceDays: 365 })).toBe(current_period_end);
    expect(deriveExpiredAt({ status: 'past_due', current_period_end })).toBeNull();
  });

  it.each(['canceled', 'cancelled', 'Cancelled '])(
    'is the end of the paid period when the status is %s',
    (status) => {
      expect(deriveExpiredAt({ status, ...period })).toBe(current_period_end);
    },
  );

  it('has only the grace days when canceled after a failed payment', () => {
    expect(deriveExpiredAt({ status: 'canceled', ...period, past_due_since: NOW })).toBe(NOW + 3 * DAY);
  });

  it.each(['incomplete', 'incomplete_expired', 'unpaid', 'paused', 'on_hold', ''])(
    'is null when the status is "%s"',
    (status) => {
      expect(deriveExpiredAt({ status, ...period })).toBeNull();
    },
  );

  it('is null without an end of the period', () => {
    fc.assert(fc.property(fc.string(), (status) => deriveExpiredAt({ status }) === null));
  });

  it('is the latest of several subscriptions', () => {
    const old = { status: 'canceled', current_period_end: NOW - DAY };
    const dead = { status: 'unpaid', current_period_end: NOW + 900 * DAY };
    expect(latestExpiredAt([old, { status: 'active', ...period }, dead])).toBe(current_period_end + DAY);
    expect(latestExpiredAt([dead])).toBeNull();
    expect(latestExpiredAt([])).toBeNull();
  });

  it('any unknown status reads as unknown', () => {
    expect(readSubscriptionStatus('toString')).toBe('unknown');
    expect(readSubscriptionStatus(7)).toBe('unknown');
    expect(readSubscriptionStatus('Past_Due')).toBe('past_due');
  });
});
