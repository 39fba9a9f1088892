/** Friday, 20 November 2026, 10:05 in New York: the market is open and the day has trades. */
export const FROZEN_AT: number = Date.UTC(2026, 10, 20, 15, 5, 0);
