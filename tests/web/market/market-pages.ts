// Opening market data, and reading its tape.
import type { Locator, Page } from '@playwright/test';
import { signIn, users } from '../app-test.ts';

/** The state of a working connection: outside market hours the sandbox replays the last session. */
export const connected = /^Live$|^Replay of \d\d \w{3}$/;

/** The call for the rows of time and sales. */
export const timeSale = '**/app/marketdata/time-sale';

/** The position of the newest line of the tape; 0 without lines. */
export const newestOf = (lines: Locator): Promise<number> =>
  lines.evaluateAll((list) => Math.max(0, ...list.map((line) => Number(line.ariaPosInSet))));

/** Signs in and opens market data at a tab and ticker. */
export async function openMarket(page: Page, query: string): Promise<void> {
  await signIn(page, users.subscriber, `/market-data${query}`);
}
