import type { AnswerFailure } from '../api-client/index.ts';
import type { Alert } from '../contract/index.ts';
import { formatInstant } from '../shared/dates.ts';
import { parseInstant } from '../shared/instants.ts';
import type { AlertsError } from './alerts.types.ts';

/** Maps a failed answer to this feature's error. */
export function alertsErrorOf(answer: AnswerFailure): AlertsError {
  if (answer.kind === 'http') return { code: 'alerts-refused' };
  if (answer.kind === 'network' || answer.kind === 'aborted') return { code: 'alerts-unreachable' };
  return { code: 'alerts-unreadable' };
}

/** Merges two lists without duplicates, preferring `fresh`: newest first, higher ids first at the same time. */
export function mergeAlerts(kept: readonly Alert[], fresh: readonly Alert[]): readonly Alert[] {
  const byId = new Map([...kept, ...fresh].map((alert) => [alert.id, alert]));
  return [...byId.values()].sort(
    (a, b) => (parseInstant(b.created_at) ?? 0) - (parseInstant(a.created_at) ?? 0) || b.id - a.id,
  );
}

/** Whether the lists share an alert, so that there is no gap between them. */
export function alertsMeet(kept: readonly Alert[], fresh: readonly Alert[]): boolean {
  const ids = new Set(kept.map((alert) => alert.id));
  return fresh.some((alert) => ids.has(alert.id));
}

/** Formats the full time of an alert in the viewer's zone; empty for an invalid date. */
export function formatAlertTime(instant: string): string {
  return formatInstant(instant, 'Do MMMM YYYY, hh:mm:ss a');
}

/** A relative time: the code of a text and its number. */
export interface RelativeTime {
  readonly code:
    | 'content.justNow'
    | 'content.minuteAgo'
    | 'content.minutesAgo'
    | 'content.hourAgo'
    | 'content.hoursAgo'
    | 'content.dayAgo'
    | 'content.daysAgo'
    | 'content.monthAgo'
    | 'content.monthsAgo'
    | 'content.yearAgo'
    | 'content.yearsAgo';
  readonly count: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Returns the time since an instant in the largest full unit: 59 minutes are minutes, 60 are an hour. Future times,
 * which come from clock differences, are just now. Null for an invalid date.
 */
export function relativeTime(instant: string, now: number): RelativeTime | null {
  const at = parseInstant(instant);
  if (at === null) return null;
  const age = now - at;
  if (age < MINUTE) return { code: 'content.justNow', count: 0 };
  const of = (unit: number): number => Math.floor(age / unit);
  if (age < HOUR) return counted('content.minuteAgo', 'content.minutesAgo', of(MINUTE));
  if (age < DAY) return counted('content.hourAgo', 'content.hoursAgo', of(HOUR));
  if (age < 30 * DAY) return counted('content.dayAgo', 'content.daysAgo', of(DAY));
  if (age < 365 * DAY) return counted('content.monthAgo', 'content.monthsAgo', of(30 * DAY));
  return counted('content.yearAgo', 'content.yearsAgo', of(365 * DAY));
}

function counted(one: RelativeTime['code'], many: RelativeTime['code'], count: number): RelativeTime {
  return { code: count === 1 ? one : many, count };
}
