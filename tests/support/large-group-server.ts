// Runs the real server with demo data and many more members in each group chat. Prints its address when it is ready.
import { createSandbox } from '../../examples/sandbox/src/index.ts';
import { systemClock } from '../../examples/server/src/clock.ts';
import { openDatabase } from '../../examples/server/src/db/open-database.ts';
import { sql } from '../../examples/server/src/db/query.ts';
import { createLogger } from '../../examples/server/src/log.ts';
import { readConfig } from '../../examples/server/src/read-config.ts';
import { startServer } from '../../examples/server/src/start-server.ts';
import { readEmptyCluster } from './empty-cluster.ts';

const MEMBERS = 120;

const server = await startServer({
  sandbox: createSandbox(),
  config: readConfig({ ...process.env, RATE_LIMITS: 'off' }),
  log: createLogger({ clock: systemClock, level: 'warn' }),
  database: await openDatabase({ memory: true, snapshot: await readEmptyCluster() }),
  background: false,
});
await server.context.db.execute(
  sql`with added as (insert into users (email, first_name, expired_at, created_at, updated_at)
      select 'trader-' || n || '@openbell.test', 'Trader ' || n, now() + interval '1 year', now(), now()
      from generate_series(1, ${MEMBERS}::int) n returning id, first_name)
    insert into chat_members (chat_id, user_id, joined_at)
    select c.id, a.id, now() + a.id * interval '1 millisecond' from chats c, added a where c.chat_type = 'GR'`,
);
process.on('SIGTERM', () => void server.close().then(() => process.exit(0)));
console.log(`Openbell is ready at ${server.url}`);
