/** Remembers the newest `limit` keys: true for one that it has heard before. */
export function createRecentKeys(limit: number): (key: string) => boolean {
  const keys = new Set<string>();
  return (key) => {
    if (keys.has(key)) return true;
    keys.add(key);
    if (keys.size > limit) {
      const oldest = keys.values().next();
      if (oldest.done !== true) keys.delete(oldest.value);
    }
    return false;
  };
}
