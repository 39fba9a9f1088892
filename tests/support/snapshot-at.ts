/**
 * The time of the demo data and of the test servers' clocks (ms). Fixed, because months differ in length.
 * `SERVER_TESTS_AT=2027-01-31T04:59:00Z` sets another time.
 */
export const SNAPSHOT_AT = Date.parse(process.env.SERVER_TESTS_AT ?? '2026-11-21T15:30:00Z');
