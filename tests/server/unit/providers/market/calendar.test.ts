import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expiriesFrom } from '../../../../../examples/sandbox/src/market/option-expiries.ts';
import {
  addDays,
  isTradingDay,
  latestSession,
  previousTradingDay,
  sessionOf,
  weekday,
} from '../../../../../examples/server/src/providers/market/calendar.ts';

describe('the market calendar', () => {
  it('is closed on weekends and on the holidays of the exchange', () => {
    const closed2026 = [
      '2026-01-01',
      '2026-01-19',
      '2026-02-16',
      '2026-04-03',
      '2026-05-25',
      '2026-06-19',
      '2026-07-03',
      '2026-09-07',
      '2026-11-26',
      '2026-12-25',
    ];
    const closed = [];
    for (let day = '2026-01-01'; day <= '2026-12-31'; day = addDays(day, 1)) {
      if (weekday(day) !== 0 && weekday(day) !== 6 && !isTradingDay(day)) closed.push(day);
    }
    expect(closed).toEqual(closed2026);
    expect(isTradingDay('2026-11-21')).toBe(false);
    // New Year's Day 2028 is a Saturday; the Friday before is still a trading day.
    expect(isTradingDay('2027-12-31')).toBe(true);
    expect(isTradingDay('2029-03-30')).toBe(false);
  });

  it('opens at 9:30 in New York, in winter and in summer', () => {
    expect(new Date(sessionOf('2026-01-15').open).toISOString()).toBe('2026-01-15T14:30:00.000Z');
    expect(new Date(sessionOf('2026-07-15').open).toISOString()).toBe('2026-07-15T13:30:00.000Z');
    expect(new Date(sessionOf('2026-03-09').close).toISOString()).toBe('2026-03-09T20:00:00.000Z');
    expect(new Date(sessionOf('2026-11-02').close).toISOString()).toBe('2026-11-02T21:00:00.000Z');
  });

  it('closes at 13:00 on half days [market.sandbox-calendar]', () => {
    const half = [];
    for (let day = '2026-01-01'; day <= '2028-12-31'; day = addDays(day, 1)) {
      const { open, close } = sessionOf(day);
      if (isTradingDay(day) && close - open < 6.5 * 3_600_000)
        half.push([day, new Date(close).toISOString().slice(11, 16)]);
    }
    expect(half).toEqual([
      ['2026-11-27', '18:00'],
      ['2026-12-24', '18:00'],
      ['2027-11-26', '18:00'],
      ['2028-07-03', '17:00'],
      ['2028-11-24', '18:00'],
    ]);
  });

  it('returns the latest session that has begun', () => {
    expect(latestSession(Date.parse('2026-11-21T12:00:00Z'))).toBe('2026-11-20');
    expect(latestSession(Date.parse('2026-11-20T14:29:59Z'))).toBe('2026-11-19');
    expect(latestSession(Date.parse('2026-11-20T14:30:00Z'))).toBe('2026-11-20');
    expect(previousTradingDay('2026-11-27')).toBe('2026-11-25');
  });

  it('lists future expiries in order, on trading days, with Good Friday moved to Thursday', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3_000 }), fc.boolean(), (offset, daily) => {
        let day = addDays('2022-01-03', offset);
        if (!isTradingDay(day)) day = previousTradingDay(day);
        const expiries = expiriesFrom(day, { weeks: 6, months: 6, daily });
        expect(expiries).toEqual([...new Set(expiries)].sort());
        expect(expiries.every((expiry) => expiry >= day && isTradingDay(expiry))).toBe(true);
        expect(expiries.length).toBeGreaterThan(8);
      }),
      { numRuns: 200 },
    );
    expect(expiriesFrom('2026-03-31', { weeks: 2, months: 0, daily: false })[0]).toBe('2026-04-02');
  });
});
