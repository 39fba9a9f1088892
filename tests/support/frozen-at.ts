/** A Friday in November, 10:05 in New York: the market is open, and there is a morning to look back on. */
export const FROZEN_AT: number = Date.UTC(2026, 10, 20, 15, 5, 0);
