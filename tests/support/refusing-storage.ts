import { createMemoryStorage, type KeyValueStorage } from '@openbell/core/ports';

/** A browser's storage that refuses every write: values are only in memory, until the document is left. */
export function createRefusingStorage(): KeyValueStorage {
  const inMemory = createMemoryStorage();
  return {
    ...inMemory,
    write(key, value) {
      inMemory.write(key, value);
      return false;
    },
  };
}
