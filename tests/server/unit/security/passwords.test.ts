import { expect, test } from 'vitest';
import { hashPassword, isWeakHash } from '../../../../examples/server/src/security/passwords.ts';

/** OWASP's minimum for argon2id. */
const floor = '$argon2id$v=19$m=19456,t=2,p=1$';

test('hashes with argon2id at the required cost [sign-up.phone]', async () => {
  expect(await hashPassword('a password')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
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
