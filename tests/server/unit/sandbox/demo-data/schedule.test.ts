import { describe, expect, test } from 'vitest';
import { scheduleConversation } from '../../../../../examples/sandbox/src/demo-data/chats/schedule.ts';
import { dayOf, isTradingDay } from '../../../../../examples/server/src/providers/market/calendar.ts';

describe('the demo conversation', () => {
  // After Thanksgiving and after Christmas, among others.
  test.each([
    '2026-11-21T16:00:00Z',
    '2026-11-30T16:00:00Z',
    '2026-12-30T16:00:00Z',
    '2027-01-01T00:00:00Z',
    '2028-02-29T23:59:59Z',
  ])('has at least 300 messages before %s, in order, on trading days, with valid replies', (at) => {
    const now = Date.parse(at);
    const lines = scheduleConversation(now);
    expect(lines.length).toBeGreaterThanOrEqual(300);
    for (const [index, line] of lines.entries()) {
      expect(line.at).toBeLessThan(now);
      expect(line.at).toBeGreaterThan(lines[index - 1]?.at ?? 0);
      expect(isTradingDay(dayOf(line.at)), dayOf(line.at)).toBe(true);
      if (line.repliesBack !== undefined) expect(line.repliesBack).toBeGreaterThan(0);
    }
  });
});
