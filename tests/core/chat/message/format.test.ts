import { dayName, formatListTime, formatMessageTime, formatTooltip, frameRow } from '@openbell/core/chat';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { me, message } from '../support.ts';

describe('formats', () => {
  const at = new Date(2026, 10, 21, 15, 30, 5).getTime();
  it('formats list times and tooltips [chat.formats]', () => {
    expect(formatListTime(at)).toBe('21 Nov 2026 03:30 pm');
    expect(formatTooltip(at)).toBe('21st November 2026, 03:30:05 pm');
    expect(formatListTime(null)).toBe('');
  });

  it('the message time equals the time part of the list time [chat.formats]', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }), (when) => {
        expect(formatMessageTime(when.getTime())).toBe(formatListTime(when.getTime()).slice(-8));
      }),
    );
    expect(formatMessageTime('yesterday')).toBe('');
  });

  it('recognizes today and yesterday [chat.day-divider]', () => {
    expect(dayName(at, at).day).toBe('today');
    expect(dayName(at, at + 86_400_000).day).toBe('yesterday');
    expect(dayName(at, at + 3 * 86_400_000)).toEqual({ day: 'other', text: 'Saturday, 21 November 2026' });
  });

  it('groups rows by sender and minute, and divides days [chat.grouping]', () => {
    const first = message(1, { created_at: new Date(at).toISOString() });
    const same = message(2, { created_at: new Date(at + 10_000).toISOString() });
    const later = message(3, { created_at: new Date(at + 120_000).toISOString() });
    expect(frameRow(first, undefined, { viewerId: me.id, firstUnreadId: null })).toMatchObject({
      startsDay: true,
      startsGroup: true,
    });
    expect(frameRow(same, first, { viewerId: me.id, firstUnreadId: null })).toMatchObject({
      startsDay: false,
      startsGroup: false,
    });
    expect(frameRow(later, same, { viewerId: me.id, firstUnreadId: null }).startsGroup).toBe(true);
    expect(frameRow(same, first, { viewerId: me.id, firstUnreadId: 2 })).toMatchObject({
      startsUnread: true,
      startsGroup: true,
    });
    const lastOfDay = message(4, { created_at: new Date(2026, 10, 21, 23, 59, 59).toISOString() });
    const firstOfDay = message(5, { created_at: new Date(2026, 10, 22).toISOString() });
    expect(frameRow(firstOfDay, lastOfDay, { viewerId: me.id, firstUnreadId: null })).toMatchObject({
      startsDay: true,
      startsGroup: true,
    });
    // The same minute of another day.
    const dayLater = message(6, { created_at: new Date(2026, 10, 22, 15, 30, 5).toISOString() });
    expect(frameRow(dayLater, first, { viewerId: me.id, firstUnreadId: null })).toMatchObject({
      startsDay: true,
      startsGroup: true,
    });
  });
});
