import { expect, test } from 'vitest';
import { ownProfileSchema, ownRegisterSchema } from '../../../../examples/server/src/accounts/own-schemas.ts';
import { isValidName } from '../../../../examples/server/src/accounts/valid-name.ts';
import { validate } from '../../../../examples/server/src/http/validate.ts';
import { registration } from '../../../support/account-bodies.ts';

const rejectedNames = [
  'Ada\r\nBcc: eve@example.com',
  'Ada\u001b[31m',
  'Ada\u009b31m',
  'Ada\u2028Eve',
  'Ada\u202eadA',
  'Ada\u2066Eve',
  '\u200b',
  '\u200d\ufe0f',
  '\u3164',
  '\u2800',
];

test('accepts names in any script, with accents, marks and emoji', () => {
  const names = [
    'Ada',
    "Ada O'Neil-Smith",
    'J. R.',
    'José',
    'محمد',
    'שרה\u200f',
    '李雷',
    'नेहा',
    'Ada 👩‍💻',
    '7',
  ];
  for (const name of names) expect(isValidName(name), name).toBe(true);
});

test('rejects line breaks, control characters, direction overrides and invisible names', () => {
  for (const name of rejectedNames) expect(isValidName(name), JSON.stringify(name)).toBe(false);
});

test('rejects such a name at registration and in the profile', () => {
  for (const first_name of rejectedNames) {
    expect(() => validate(ownRegisterSchema, registration({ first_name }))).toThrow(/name/);
    expect(() => validate(ownProfileSchema, { first_name })).toThrow(/name/);
  }
  expect(validate(ownRegisterSchema, registration({ first_name: 'Ada' })).first_name).toBe('Ada');
});
