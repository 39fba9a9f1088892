/**
 * Deep equality of parsed JSON values with the same keys, as one schema returns them. Allocates nothing, unlike
 * `isJsonEqual`, because every message of a page is compared.
 */
export function isSameData(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const left = a as Readonly<Record<string, unknown>>;
  const right = b as Readonly<Record<string, unknown>>;
  if (left.length !== right.length) return false;
  for (const key in left) if (!isSameData(left[key], right[key])) return false;
  return true;
}
