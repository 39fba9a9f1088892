import { expect, test } from 'vitest';
import {
  hashPassword,
  isWeakHash,
  verifyPassword,
} from '../../../../examples/server/src/security/passwords.ts';

/** OWASP's minimum for argon2id. */
const floor = '$argon2id$v=19$m=19456,t=2,p=1$';

test('hashes with argon2id at the required cost [sign-up.phone]', async () => {
  expect(await hashPassword('a password')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

const composed = 'm\u00FCnchen caf\u00E9 \u1EC7';
const decomposed = composed.normalize('NFD');
/** Of the decomposed text as received, before passwords were normalized. */
const oldHash =
  '$argon2id$v=19$m=19456,t=2,p=1$PYJtcZqZMlfMRdgyA7QxXA$j/nzmG+g0bwMJDWMI1XlQoZ/L0TTPRwMwS0b/nzLyB4';

test.each<[string, () => Promise<string>, string, boolean]>([
  ['a new hash, composed then decomposed', () => hashPassword(composed), decomposed, true],
  ['a new hash, decomposed then composed', () => hashPassword(decomposed), composed, true],
  ['an old hash of the text as received', async () => oldHash, decomposed, true],
  ['another case', () => hashPassword(composed), composed.toUpperCase(), false],
  ['another width', () => hashPassword('abc 123'), 'ａｂｃ 123', false],
  ['a space at the end', () => hashPassword('abc 123'), 'abc 123 ', false],
  ['no accents', () => hashPassword(composed), 'munchen cafe e', false],
])('compares passwords in normal form C: %s [password.normal-form]', async (_, stored, given, matches) => {
  expect(await verifyPassword(await stored(), given)).toBe(matches);
  expect(await verifyPassword(null, given)).toBe(false);
});

test('treats another algorithm or a lower cost as weak, and a higher cost as strong', async () => {
  const kept = [floor, '$argon2id$v=19$m=65536,t=3,p=4$'];
  const grown = [
    '$argon2i$v=19$m=19456,t=2,p=1$',
    '$argon2id$v=16$m=19456,t=2,p=1$',
    '$argon2id$v=19$m=19455,t=2,p=1$',
    '$argon2id$v=19$m=65536,t=1,p=1$',
    '$2b$10$',
    '',
  ];

  expect(kept.filter((start) => isWeakHash(`${start}c2FsdA$aGFzaA`))).toEqual([]);
  expect(grown.filter((start) => isWeakHash(`${start}c2FsdA$aGFzaA`))).toEqual(grown);
});
