import type { Alert } from '../contract/index.ts';
import { formatInstant } from '../shared/dates.ts';
import { parseInstant } from '../shared/instants.ts';

/**
 * Merges two lists without duplicates, preferring `fresh`: newest first, higher ids first at the same time. An alert
 * without a time stays after the alert that it follows.
 */
export function mergeAlerts(kept: readonly Alert[], fresh: readonly Alert[]): readonly Alert[] {
  const byId = new Map([...kept, ...fresh].map((alert) => [alert.id, alert]));
  let before = Number.POSITIVE_INFINITY;
  const timed = [...byId.values()].map((alert, index) => {
    before = parseInstant(alert.created_at) ?? before;
    return { alert, index, time: before };
  });
  const order = (a: (typeof timed)[number], b: (typeof timed)[number]): number => {
    if (a.time !== b.time) return a.time > b.time ? -1 : 1;
    const areTimed = a.alert.created_at !== null && b.alert.created_at !== null;
    return areTimed ? b.alert.id - a.alert.id : a.index - b.index;
  };
  return timed.sort(order).map(({ alert }) => alert);
}

/** The loaded alerts without those that the newest page should have but has not: they were retracted. */
function withoutRetracted(kept: readonly Alert[], newest: readonly Alert[]): readonly Alert[] {
  const ids = new Set(newest.map((alert) => alert.id));
  const oldest = kept.findLastIndex((alert) => ids.has(alert.id));
  return kept.filter((alert, index) => index > oldest || ids.has(alert.id));
}

/** Whether the lists share an alert, so that there is no gap between them. */
function alertsMeet(kept: readonly Alert[], fresh: readonly Alert[]): boolean {
  const ids = new Set(kept.map((alert) => alert.id));
  return fresh.some((alert) => ids.has(alert.id));
}

interface LoadedAlerts {
  readonly items: readonly Alert[];
  /** The last loaded page; 0 for none. */
  readonly page: number;
  /** Ids of retracted alerts, which a response may still have. */
  readonly retracted: ReadonlySet<number>;
  /** Alerts that arrived during the request, which its response may not have. */
  readonly arrived: readonly Alert[];
}

interface AlertPage {
  readonly number: number;
  readonly data: readonly Alert[];
  readonly last_page: number;
}

interface MergedAlerts {
  readonly items: readonly Alert[];
  readonly page: number;
  readonly hasMore: boolean;
  /** Whether the page had only known alerts. */
  readonly hasNothingNew: boolean;
}

/** Adds a page to the loaded alerts. A first page that shares no alert with them replaces them. */
export function mergePage(
  { items: kept, page: last, retracted, arrived }: LoadedAlerts,
  { number, data: sent, last_page }: AlertPage,
): MergedAlerts {
  const isListed = ({ id }: Alert): boolean => !retracted.has(id);
  const data = sent.filter(isListed);
  const isContinued = number > 1 || alertsMeet(kept, data);
  const present = number > 1 ? kept : withoutRetracted(kept, data);
  const known = mergeAlerts(isContinued ? present : [], arrived).filter(isListed);
  const items = mergeAlerts(known, data);
  const page = isContinued ? Math.max(number, last) : number;
  return { items, page, hasMore: page < last_page, hasNothingNew: items.length === known.length };
}

/** Formats the full time of an alert in the viewer's zone; empty for a missing or invalid date. */
export function formatAlertTime(instant: string | null): string {
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
 * which come from clock differences, are just now. Null for a missing or invalid date.
 */
export function relativeTime(instant: string | null, now: number): RelativeTime | null {
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
