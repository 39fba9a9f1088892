import { vi } from 'vitest';

/** Repeats an assertion until it holds. The limit is generous: a busy machine is slow. */
export const until = <T>(holds: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(holds, { timeout: 30_000, interval: 20 });
