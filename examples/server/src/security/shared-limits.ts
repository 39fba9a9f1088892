// Sliding-window limits of frequent events over all processes that share the database.
import { sql } from 'drizzle-orm';
import { arrayOf } from '../db/array-parameter.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { type RateLimit, type RateLimitResult, rejected } from './rate-limits.ts';
import { createWindowFinder } from './window-finder.ts';

/**
 * A process reports its hits of a key together, at the latest the tenth. Each further process may therefore allow nine
 * hits beyond the limit.
 */
const REPORT_EVERY = 10;
/** Above this part of a limit each hit is reported, so that processes that report exceed nothing. */
const REPORT_EACH_ABOVE = 0.9;

export interface SharedLimits {
  /** Counts a hit of `key` if the limit allows it. `now` in milliseconds since the epoch. */
  hit(key: string, limit: RateLimit, now: number): Promise<RateLimitResult>;
}

interface Window {
  /** The hits of all processes at the last report. Milliseconds since the epoch, as all hits. */
  reported: readonly number[];
  /** The hits of this process since then. */
  own: number[];
  expiresAt: number;
  /** The report that is being sent; further hits of the key wait for it. */
  sending: Promise<unknown> | null;
}

export function createSharedLimits(db: Db): SharedLimits {
  const windows = new Map<string, Window>();
  const find = createWindowFinder(windows);

  function recentWindow(key: string, { windowMs }: RateLimit, now: number): Window {
    const window = find(key, now) ?? { reported: [], own: [], expiresAt: 0, sending: null };
    const isRecent = (hit: number) => hit > now - windowMs;
    window.reported = window.reported.filter(isRecent);
    window.own = window.own.filter(isRecent);
    window.expiresAt = now + windowMs;
    windows.set(key, window);
    return window;
  }

  return {
    async hit(key, limit, now) {
      let window = recentWindow(key, limit, now);
      while (window.sending !== null) {
        await window.sending;
        window = recentWindow(key, limit, now);
      }
      const { reported, own } = window;
      // A rejected hit costs no statement.
      if (reported.length >= limit.limit) return rejected(reported, limit, now);
      const count = reported.length + own.length + 1;
      if (own.length + 1 < REPORT_EVERY && count < limit.limit * REPORT_EACH_ABOVE) {
        own.push(now);
        return { allowed: true };
      }
      const sent = report(db, key, { ...limit, own, now });
      window.sending = sent.catch(() => undefined);
      try {
        const { hits, allowed } = await sent;
        window.reported = hits;
        window.own = [];
        return allowed ? { allowed } : rejected(hits, limit, now);
      } finally {
        window.sending = null;
      }
    },
  };
}

/** Deletes expired windows from the database. */
export async function deleteExpiredCallHits(db: Db, now: number): Promise<void> {
  await db.execute(sql`delete from call_hits where expires_at < ${new Date(now)}`);
}

/** Adds the own hits, which are allowed already, and a hit at `now` if it is within the limit. */
async function report(
  db: Db,
  key: string,
  { limit, windowMs, own, now }: RateLimit & { readonly own: readonly number[]; readonly now: number },
): Promise<{ readonly hits: readonly number[]; readonly allowed: boolean }> {
  const recent = sql`array(select hit from unnest(call_hits.hits || ${bigints(own)}) as hit
    where hit > ${now - windowMs}::bigint order by hit)`;
  const [row] = await rowsOf<{ hits: number[]; allowed: boolean }>(
    db,
    sql`insert into call_hits (key, hits, allowed, expires_at)
      values (${key}, ${bigints([...own, now])}, true, ${new Date(now + windowMs)})
      on conflict (key) do update set
        hits = ${recent} || case when cardinality(${recent}) < ${limit}::int then ${bigints([now])} else '{}' end,
        allowed = cardinality(${recent}) < ${limit}::int,
        expires_at = excluded.expires_at
      returning hits::float8[] as hits, allowed`,
  );
  if (row === undefined) throw new Error('The calls were not reported.');
  return row;
}

const bigints = (values: readonly number[]) => sql`${arrayOf(values)}::bigint[]`;
