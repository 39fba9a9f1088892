// Creates a data folder with a migrated, seeded database: node tests/support/make-data-folder.ts <folder>
import { seeds } from '../../examples/sandbox/src/demo-data/index.ts';
import { seedOnce } from '../../examples/sandbox/src/demo-data/seed.ts';
import { sandboxMigrations } from '../../examples/sandbox/src/index.ts';
import { systemClock } from '../../examples/server/src/clock.ts';
import { lockDataFolder } from '../../examples/server/src/db/data-folder.ts';
import { migrate, readMigrations } from '../../examples/server/src/db/migrate.ts';
import { openDatabase } from '../../examples/server/src/db/open-database.ts';
import { readEmptyCluster } from './empty-cluster.ts';
import { testConfig } from './test-config.ts';

const [dataFolder = ''] = process.argv.slice(2);
const folder = await lockDataFolder(dataFolder);
const database = await openDatabase({ folder: folder.database, snapshot: await readEmptyCluster() });
await migrate(database, await readMigrations(sandboxMigrations));
await seedOnce({ db: database.db, clock: systemClock, config: testConfig({ dataFolder }) }, seeds);
await database.close();
await folder.markDatabaseComplete();
await folder.release();
