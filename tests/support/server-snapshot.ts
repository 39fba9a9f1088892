// Once a run: a migrated and seeded database, dumped, so that every test file starts its own server in half a second.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { seeds } from '../../examples/sandbox/src/demo-data/index.ts';
import { seedOnce } from '../../examples/sandbox/src/demo-data/seed.ts';
import { migrate, readMigrations } from '../../examples/server/src/db/migrate.ts';
import { openDatabase } from '../../examples/server/src/db/open-database.ts';
import { readEmptyCluster } from './empty-cluster.ts';
import { SNAPSHOT_AT } from './snapshot-at.ts';
import { testConfig } from './test-config.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** File with the dump of a migrated, seeded database. */
    readonly serverSnapshot: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'openbell-snapshot-'));
  const database = await openDatabase({ memory: true, snapshot: await readEmptyCluster() });
  await migrate(database, await readMigrations());
  await seedOnce(
    { db: database.db, clock: { now: () => SNAPSHOT_AT }, config: testConfig({ dataFolder: folder }) },
    seeds,
  );
  const dump = await database.dump?.();
  await database.close();
  if (dump === undefined) throw new Error('The embedded database cannot be dumped.');
  const file = join(folder, 'seeded.tar');
  await writeFile(file, Buffer.from(await dump.arrayBuffer()));
  project.provide('serverSnapshot', file);
  return () => rm(folder, { recursive: true, force: true });
}
