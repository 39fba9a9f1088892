// The real server, in a process of its own, over seeded data, at one moment that does not pass: what its pages show is
// the same today and next year. Prints its address when it answers.

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
