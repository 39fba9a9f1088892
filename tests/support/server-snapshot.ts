// Creates the migrated and seeded databases of a run: a dump for PGlite, and a template where PostgreSQL is installed.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { seeds } from '../../examples/sandbox/src/demo-data/index.ts';
import { seedOnce } from '../../examples/sandbox/src/demo-data/seed.ts';
import { sandboxMigrations } from '../../examples/sandbox/src/index.ts';
import type { Database } from '../../examples/server/src/db/database.ts';
import { migrate, readMigrations } from '../../examples/server/src/db/migrate.ts';
import { openDatabase } from '../../examples/server/src/db/open-database.ts';
import { readEmptyCluster } from './empty-cluster.ts';
import { folderInMemory, hasPostgres, startPostgres, usesPglite } from './postgres.ts';
import { createTemplate } from './seeded-postgres.ts';
import { SNAPSHOT_AT } from './snapshot-at.ts';
import { testConfig } from './test-config.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The file with the dump of a migrated, seeded database; empty where no test uses PGlite. */
    readonly serverSnapshot: string;
    /** The URL of a PostgreSQL cluster with the template of a migrated, seeded database; null without PostgreSQL. */
    readonly seededPostgres: string | null;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'openbell-snapshot-'));
  const fill = async (database: Database): Promise<void> => {
    await migrate(database, await readMigrations(sandboxMigrations));
    await seedOnce(
      { db: database.db, clock: { now: () => SNAPSHOT_AT }, config: testConfig({ dataFolder: folder }) },
      seeds,
    );
  };
  const postgres = hasPostgres ? await startPostgres(folderInMemory()) : null;
  if (postgres !== null) await createTemplate(postgres.adminUrl, fill);
  project.provide('seededPostgres', postgres?.adminUrl ?? null);
  // Long tests run on PostgreSQL and on PGlite.
  const needsDump = usesPglite || project.name !== 'server';
  project.provide('serverSnapshot', needsDump ? await dumpSeeded(folder, fill) : '');
  return async () => {
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** Creates a seeded database on PGlite. Returns the file with its dump. */
async function dumpSeeded(folder: string, fill: (database: Database) => Promise<void>): Promise<string> {
  const database = await openDatabase({ memory: true, snapshot: await readEmptyCluster() });
  await fill(database);
  // Every server that starts would copy the files of the template databases.
  await database.db.execute('update pg_database set datistemplate = false');
  for (const template of ['template0', 'template1']) await database.db.execute(`drop database ${template}`);
  // Otherwise every server that starts from the dump would replay the write-ahead log.
  await database.db.execute('checkpoint');
  const dump = await database.dump?.();
  await database.close();
  if (dump === undefined) throw new Error('The embedded database cannot be dumped.');
  const file = join(folder, 'seeded.tar');
  await writeFile(file, Buffer.from(await dump.arrayBuffer()));
  return file;
}
