// The table of events.
import { type SQL, sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../db/database.ts';
import type { StoredEvent } from './bus.types.ts';

/** An event as it is read, with the id of its transaction. */
interface ReadEvent {
  readonly id: number;
  readonly xid: bigint;
  readonly event: StoredEvent;
}

export interface EventPage {
  readonly events: readonly ReadEvent[];
  /** All transactions below it are finished: the next read begins there. */
  readonly floor: bigint;
}

interface Row {
  readonly floor: string;
  readonly id: number | null;
  readonly xid: string;
  readonly type: string;
  readonly detail: unknown;
}

/** Stores events in the transaction of `db`. */
export async function insertEvents(db: Db, events: readonly StoredEvent[]): Promise<void> {
  if (events.length === 0) return;
  await db.execute(sql`insert into events (type, detail)
    select type, detail from json_to_recordset(${JSON.stringify(events)}::json) as e (type text, detail jsonb)`);
}

/** An insert for a `with` query whose change is in the same statement. `from` is a query of one `detail`. */
export function storedEvent(type: StoredEvent['type'], from: SQL): SQL {
  return sql`insert into events (type, detail) select ${type}::text, detail from (${from}) as change (detail)`;
}

/** Returns the first transaction that was not finished. */
export async function readFloor(db: Db): Promise<bigint> {
  const [row] = await rowsOf<{ floor: string }>(
    db,
    sql`select pg_snapshot_xmin(pg_current_snapshot())::text as floor`,
  );
  if (row === undefined) throw new Error('PostgreSQL returned no snapshot.');
  return BigInt(row.floor);
}

/** Reads the committed events of the transactions from `floor` on. Events are read again until the floor passes them. */
export async function readEvents(db: Db, floor: bigint): Promise<EventPage> {
  const rows = await rowsOf<Row>(
    db,
    sql`select now.floor::text as floor, e.id::float8 as id, e.xid::text as xid, e.type, e.detail
      from (select pg_snapshot_xmin(pg_current_snapshot()) as floor) as now
      left join events e on e.xid >= ${String(floor)}::text::xid8
      order by e.xid, e.id`,
  );
  return {
    floor: BigInt(rows[0]?.floor ?? floor),
    events: rows.flatMap(({ id, xid, type, detail }) =>
      id === null ? [] : [{ id, xid: BigInt(xid), event: { type, detail } as StoredEvent }],
    ),
  };
}

/** Deletes events that every process has read. */
export async function deleteOldEvents(db: Db): Promise<void> {
  await db.execute(sql`delete from events where created_at < now() - interval '1 hour'`);
}
