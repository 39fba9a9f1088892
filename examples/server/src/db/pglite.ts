import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import type { Database, Db, RunSql } from './database.ts';

interface PgliteOptions {
  /** Folder for the files. Without it, the database is in memory. */
  readonly folder?: string;
  /** A `dump()` to start from. */
  readonly snapshot?: Blob | undefined;
}

/**
 * PostgreSQL's default is 128 MB, which takes half a second to clear at each start and stays in this process's memory. The
 * data are in the same memory, or in the system's file cache.
 */
const sharedBuffers = ['-c', 'shared_buffers=16MB'];

/** Opens PostgreSQL in this process. It has one connection, so transactions run one after another. */
export async function openPglite({ folder, snapshot }: PgliteOptions): Promise<Database> {
  const client = await PGlite.create({
    ...(folder === undefined ? {} : { dataDir: folder }),
    ...(snapshot === undefined ? {} : { loadDataDir: snapshot }),
    startParams: [...PGlite.defaultStartParams, ...sharedBuffers],
  });
  const db: Db = drizzle(client);
  return {
    kind: 'pglite',
    db,
    transaction: (work) =>
      client.transaction(async (tx) => {
        const run: RunSql = async (sql, params) => {
          if (params === undefined) {
            const results = await tx.exec(sql);
            return (results.at(-1)?.rows ?? []) as Record<string, unknown>[];
          }
          return (await tx.query<Record<string, unknown>>(sql, [...params])).rows;
        };
        return work(run);
      }),
    dump: () => client.dumpDataDir('none'),
    close: () => client.close(),
  };
}
