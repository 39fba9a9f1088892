import { pollDelay, readPollResponse } from '@openbell/core/billing';
import { describe, expect, it } from 'vitest';

describe('the subscription poll', () => {
  it('waits 1000 ms, or longer when Retry-After is longer', () => {
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
  ])('reads the response %j as %j', (response, outcome) => {
    expect(readPollResponse(response)).toEqual(outcome);
  });
});
