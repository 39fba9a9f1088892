// Creates the data folder OPENBELL_SEEDED_DATA with a migrated, seeded database, and starts the server on a copy of it. In
// one process: loading the modules and compiling the database a second time takes seconds.
import { cpSync } from 'node:fs';
import { seeds } from '../../examples/sandbox/src/demo-data/index.ts';
import { seedOnce } from '../../examples/sandbox/src/demo-data/seed.ts';
import { sandboxMigrations } from '../../examples/sandbox/src/index.ts';
import { systemClock } from '../../examples/server/src/clock.ts';
import { lockDataFolder } from '../../examples/server/src/db/data-folder.ts';
import { migrate, readMigrations } from '../../examples/server/src/db/migrate.ts';
import { openDatabase } from '../../examples/server/src/db/open-database.ts';
import { readEmptyCluster } from './empty-cluster.ts';
import { testConfig } from './test-config.ts';

const { OPENBELL_SEEDED_DATA: seeded = '', OPENBELL_DATA: dataFolder = '' } = process.env;
const folder = await lockDataFolder(seeded);
const database = await openDatabase({ folder: folder.database, snapshot: await readEmptyCluster() });
await migrate(database, await readMigrations(sandboxMigrations));
await seedOnce({ db: database.db, clock: systemClock, config: testConfig({ dataFolder: seeded }) }, seeds);
await database.close();
await folder.markDatabaseComplete();
await folder.release();

cpSync(seeded, dataFolder, { recursive: true });
await import('../../examples/server/src/main.ts');
