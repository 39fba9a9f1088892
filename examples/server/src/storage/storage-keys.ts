/** One or two names of letters, digits, hyphens and single dots, so that no key leaves its folder or prefix. */
const safeKey = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*(?:\/[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*)?$/;
const MAX_LENGTH = 200;

/** Returns whether a text is a valid key of a stored file. */
export function isSafeKey(key: string): boolean {
  return key.length <= MAX_LENGTH && safeKey.test(key);
}

/** Returns the key. Throws a `TypeError` if it is unsafe. */
export function requireSafeKey(key: string): string {
  if (isSafeKey(key)) return key;
  throw new TypeError(`Not a key of a stored file: ${JSON.stringify(key)}`);
}
