/**
 * When the server tests' demo data are made and their servers' clocks begin (ms): months are not alike, and what a test
 * says of trials and renewals must not hang on the day it runs. `SERVER_TESTS_AT=2027-01-31T04:59:00Z` tries another day.
 */
export const SNAPSHOT_AT = Date.parse(process.env.SERVER_TESTS_AT ?? '2026-11-21T15:30:00Z');
