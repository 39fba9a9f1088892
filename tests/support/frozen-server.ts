// Runs the real server with seeded data and a stopped clock, so that its pages never change. Prints its address when
// it is ready.

import { createSandbox } from '../../examples/sandbox/src/index.ts';
import { openDatabase } from '../../examples/server/src/db/open-database.ts';
import { createLogger } from '../../examples/server/src/log.ts';
import { readConfig } from '../../examples/server/src/read-config.ts';
import { startServer } from '../../examples/server/src/start-server.ts';
import { readEmptyCluster } from './empty-cluster.ts';
import { FROZEN_AT } from './frozen-at.ts';

const clock = { now: () => FROZEN_AT };
const server = await startServer({
  sandbox: createSandbox(),
  config: readConfig({ ...process.env, RATE_LIMITS: 'off' }),
  clock,
  log: createLogger({ clock, level: 'warn' }),
  database: await openDatabase({ memory: true, snapshot: await readEmptyCluster() }),
  background: false,
});
process.on('SIGTERM', () => void server.close().then(() => process.exit(0)));
console.log(`Openbell is ready at ${server.url}`);
