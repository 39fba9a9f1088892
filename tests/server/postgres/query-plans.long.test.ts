// The plans of the statements that members cause most, on a large database.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../examples/server/src/db/open-database.ts';
import { hasPostgres, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { type ChatWorld, startWorld, type TestUser } from '../chat/support.ts';

const messageCount = 1_000_000;
const memberCount = 5_000;
const chatCount = 2_000;

/** Tables that grow with members or messages. */
const largeTables: ReadonlySet<string> = new Set([
  'users',
  'sessions',
  'chat_members',
  'messages',
  'message_files',
  'message_reactions',
  'message_mentions',
  'message_deletions',
  'message_deliveries',
  'user_blocks',
  'user_mutes',
]);

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

const seed = `
  insert into users (email, first_name, expired_at, created_at, updated_at)
    select 'plan-' || n || '@plan.example', 'Member ' || n, now() + interval '1 year', now(), now()
    from generate_series(1, ${memberCount}) n;
  insert into sessions (user_id, token_sha256, remember, user_agent, created_at, last_seen_at, idle_expires_at, expires_at)
    select id, md5(id::text) || md5(id::text), true, 'plan', now(), now(), now() + interval '1 day', now() + interval '1 day'
    from users where email like 'plan-%';
  insert into chats (chat_type, name, created_at) select 'GR', 'Chat ' || n, now() from generate_series(1, ${chatCount}) n;
  insert into chat_members (chat_id, user_id, joined_at)
    select c.id, u.id, now() from chats c, users u
    where c.name like 'Chat %' and u.email like 'plan-%' and (u.id + c.id) % 100 = 0;
  insert into chat_members (chat_id, user_id, joined_at)
    select (select min(id) from chats where name like 'Chat %'), u.id, now() from users u where u.email like 'plan-%'
    on conflict do nothing;
  insert into messages (chat_id, sender_id, message_type, body, created_at)
    select (select min(id) from chats where name like 'Chat %') + (n % ${chatCount}),
      (select min(id) from users where email like 'plan-%') + (n % ${memberCount}), 'TXT', 'text ' || n, now()
    from generate_series(1, ${messageCount}) n;
  insert into message_reactions (message_id, user_id, emoji, created_at)
    select id, sender_id, '👍', now() from messages where id % 10 = 0;
  insert into message_deliveries (message_id, user_id) select id, sender_id from messages where id % 10 = 1;
  insert into message_deletions (message_id, user_id, created_at)
    select id, sender_id, now() from messages where id % 10 = 2;
  insert into message_mentions (message_id, user_id) select id, sender_id from messages where id % 10 = 3;
  insert into message_files (id, message_id, position, name, mime, bytes)
    select 'plan-' || id, id, 0, 'a.pdf', 'application/pdf', 1 from messages where id % 10 = 4;
  insert into user_blocks (user_id, blocked_id, created_at)
    select u.id, u.id + 1, now() from users u where u.email like 'plan-%' and exists (select 1 from users o where o.id = u.id + 1);
  insert into user_mutes (user_id, muted_id, created_at) select user_id, blocked_id, now() from user_blocks;
  analyze;`;

describe.runIf(hasPostgres)('on a large database', () => {
  let postgres: TestPostgres;
  let world: ChatWorld;
  let client: pg.Client;
  let [ann, bob]: [TestUser, TestUser] = [] as never;
  let chatId = 0;
  let statements = new Map<string, Statement>();
  const { query } = pg.Client.prototype;

  beforeAll(async () => {
    postgres = await startPostgres();
    const url = await postgres.createDatabase();
    // As the production guide recommends for SSDs.
    const owner = new pg.Client({ connectionString: url });
    await owner.connect();
    await owner.query(
      `do $$ begin execute format('alter database %I set random_page_cost = 1.1', current_database()); end $$`,
    );
    await owner.end();
    world = await startWorld({ database: await openDatabase({ url }), config: { rateLimits: true } });
    client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(seed);
    ann = await world.user('Ann');
    bob = await world.user('Bob');
    const { rows } = await client.query<{ id: number }>(
      // A chat of 50 members; the first one has all.
      `select min(id) + 1 as id from chats where name like 'Chat %'`,
    );
    chatId = rows[0]?.id ?? 0;
    for (const { id } of [ann, bob]) {
      await client.query('insert into chat_members (chat_id, user_id, joined_at) values ($1, $2, now())', [
        chatId,
        id,
      ]);
    }
    pg.Client.prototype.query = function record(this: pg.Client, ...args: Parameters<typeof query>) {
      const [config, values] = args as unknown as [string | { text: string; values?: unknown[] }, unknown[]?];
      const text = typeof config === 'string' ? config : config.text;
      const bound =
        (Array.isArray(values) ? values : undefined) ?? (typeof config === 'string' ? [] : config.values);
      if (/^\s*(?:with|select|insert|update|delete)\b/i.test(text))
        statements.set(text, { text, values: bound ?? [] });
      return Reflect.apply(query, this, args);
    } as typeof query;
  }, 300_000);
  afterAll(async () => {
    pg.Client.prototype.query = query;
    await client.end();
    await world.close();
    await postgres.stop();
  });

  /** Returns the large tables that a statement reads from beginning to end. */
  async function scanned({ text, values }: Statement): Promise<string[]> {
    const { rows } = await Reflect.apply(query, client, [`explain (format json) ${text}`, values]);
    const found: string[] = [];
    const visit = (node: PlanNode): void => {
      const table = node['Relation Name'];
      if (node['Node Type'] === 'Seq Scan' && table !== undefined && largeTables.has(table))
        found.push(table);
      for (const child of node.Plans ?? []) visit(child);
    };
    visit(rows[0]['QUERY PLAN'][0].Plan);
    return found;
  }

  async function expectIndexes(work: () => Promise<unknown>): Promise<void> {
    statements = new Map();
    await work();
    expect(statements.size).toBeGreaterThan(0);
    for (const statement of [...statements.values()]) {
      expect(await scanned(statement), statement.text).toEqual([]);
    }
  }

  test('a post, its delivery and its receipts need no sequential scan', async () => {
    const [toAnn, toBob] = [await world.socket(ann), await world.socket(bob)];
    await expectIndexes(async () => {
      await world.tell(ann, chatId, 'hello');
      await toBob.nextOf('WebFetchMessage');
      toBob.send({ type: 'ReadByAll', user_id: bob.id, chat_id: chatId });
      await toBob.nextOf('WebFetchChat');
    });
    toAnn.ws.terminate();
    toBob.ws.terminate();
  });

  test('actions on a message need no sequential scan', async () => {
    const id = await world.tell(ann, chatId, 'react to me');
    await expectIndexes(async () => {
      for (const type of ['react', 'delete', 'report']) await world.act(bob, id, type, { emoji: '👍' });
      await world.act(bob, id, 'mute');
      await world.act(ann, id, 'unsend');
    });
  });

  test('the list of chats and pages of history need no sequential scan', async () => {
    await expectIndexes(async () => {
      await world.get('/web/chats?chat_type=GR', ann);
      await world.get(`/web/chat/${chatId}`, ann);
      await world.get(`/web/chat/${chatId}?min_id=999000`, ann);
      await world.get(`/web/chat/${chatId}/more?min_id=500000`, ann);
    });
  });
});
