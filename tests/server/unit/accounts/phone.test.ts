import { expect, test } from 'vitest';
import { readPhone } from '../../../../examples/server/src/accounts/phone.ts';

test('formats a phone number as E.164, with the United States as the default country', () => {
  for (const input of [
    '(303) 555-0142',
    '303-555-0142',
    '303.555.0142',
    '3035550142',
    '+1 303 555 0142',
    '1 (303) 555-0142',
  ]) {
    expect(readPhone(input), input).toBe('+13035550142');
  }
  expect(readPhone('+49 30 901820')).toBe('+4930901820');
});

test('returns null for an invalid phone number', () => {
  for (const input of [
    '',
    'call me',
    '12',
    '911',
    '+',
    '+0 000',
    '303-555-0142 ext. 7',
    '9'.repeat(40),
    '٣٠٣',
  ]) {
    expect(readPhone(input), input).toBeNull();
  }
});
