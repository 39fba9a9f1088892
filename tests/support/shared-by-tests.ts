import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

/**
 * Starts a server, or anything else that closes, before the tests of a file or a block, and closes it after them. The result
 * is empty until then.
 */
export function sharedByTests<T extends { close(): unknown }>(start: () => Promise<T>): T {
  const shared = {} as T;
  beforeAll(async () => {
    Object.defineProperties(shared, Object.getOwnPropertyDescriptors(await start()));
  });
  afterAll(() => shared.close?.());
  return shared;
}

/** Like `sharedByTests`, with another one for each test. */
export function newForEachTest<T extends { close(): unknown }>(start: () => Promise<T>): T {
  const own = {} as T;
  beforeEach(async () => {
    Object.defineProperties(own, Object.getOwnPropertyDescriptors(await start()));
  });
  afterEach(() => own.close?.());
  return own;
}
