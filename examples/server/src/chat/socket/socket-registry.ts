// The member sockets of all processes, for the limit per user.
import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../../db/database.ts';
import { isRunning } from '../../live/process-row.ts';
import { storedEvent } from '../../live/stored-events.ts';
import { OPEN_SOCKETS } from '../../security/limits.ts';

/**
 * Adds a socket of a process and returns its id. The user's oldest sockets beyond the limit are removed and announced by
 * `sockets-replaced`; wake the bus after it.
 */
export async function addSocket(
  db: Db,
  { processId, userId }: { readonly processId: number; readonly userId: number },
): Promise<number> {
  const [row] = await rowsOf<{ id: number }>(
    db,
    sql`insert into open_sockets (process_id, user_id) values (${processId}, ${userId}) returning id::float8 as id`,
  );
  if (row === undefined) throw new Error('The socket was not stored.');
  // After the insert is committed, so that the last of parallel openings sees all.
  await db.execute(
    sql`with beyond as (select s.id from open_sockets s join processes p on p.id = s.process_id
        where s.user_id = ${userId} and p.${isRunning} order by s.id desc offset ${OPEN_SOCKETS}),
      removed as (delete from open_sockets where id in (select id from beyond))
      ${storedEvent(
        'sockets-replaced',
        sql`select jsonb_build_object('userId', ${userId}::int, 'socketIds', jsonb_agg(id)) from beyond
          having count(*) > 0`,
      )}`,
  );
  return row.id;
}

export async function removeSocket(db: Db, id: number): Promise<void> {
  await db.execute(sql`delete from open_sockets where id = ${id}`);
}
