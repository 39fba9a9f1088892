import { hash, verify } from '@node-rs/argon2';
import { createConcurrencyLimit } from '../http/limits/concurrency-limit.ts';

// OWASP's minimum for argon2id, the library's default algorithm.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
// Each hash takes 19 MiB, so a burst of sign-ins is queued.
const hashing = createConcurrencyLimit(4);

/**
 * Returns the argon2id hash of a password in PHC format. The password is hashed in normal form C: the keyboard decides
 * whether an accent is a character of its own (NIST SP 800-63B).
 */
export function hashPassword(password: string): Promise<string> {
  return hashing.run('', () => hash(password.normalize('NFC'), cost));
}

/** Returns whether a stored hash has lower cost parameters than new ones. */
export function isWeakHash(stored: string): boolean {
  const [, memory, time] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(stored) ?? [];
  return !(Number(memory) >= cost.memoryCost && Number(time) >= cost.timeCost);
}

let dummyHash: Promise<string> | undefined;

/**
 * Returns whether the password matches the stored hash. Null (unknown address, social account) returns false after
 * verifying a dummy hash, so that the duration does not reveal whether an address is known.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  dummyHash ??= hashPassword('a password that nobody has');
  const compared = stored ?? (await dummyHash);
  const normal = password.normalize('NFC');
  const check = (text: string): Promise<boolean> => hashing.run('', () => verify(compared, text));
  // Older hashes are of the text as it was received.
  const matches = (await check(normal)) || (normal !== password && (await check(password)));
  return stored !== null && matches;
}
