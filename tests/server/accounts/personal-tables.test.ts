// Each table of the database is in the list of personal data, or here as one without.
import { beforeAll, expect, test, vi } from 'vitest';
import { personalTables } from '../../../examples/server/src/accounts/personal-data/personal-tables.ts';
import { getTableColumns, getTableName, sql } from '../../../examples/server/src/db/query.ts';
import { idempotencyKeys } from '../../../examples/server/src/db/schema/billing.ts';
import { startHousekeeping } from '../../../examples/server/src/housekeeping.ts';
import { createErrorCounts } from '../../../examples/server/src/operate/error-counts.ts';
import { sharedServer } from '../../support/test-server.ts';

/** Tables without data about a user. Those of the sandboxes, which production lacks, are not listed. */
const impersonal = [
  'app_state',
  'captcha_used',
  'course_documents',
  'courses',
  'demo_rows',
  'error_counts',
  'processes',
  'programs',
  'scheduled_alerts',
  'schema_migrations',
  'site_alerts',
  'webhook_events',
];

/** The names of the columns of each table. */
const schema = new Map<string, string[]>();
const server = sharedServer();
beforeAll(async () => {
  const { rows } = (await server.context.db.execute(
    sql`select table_name, column_name from information_schema.columns
        where table_schema = 'public' and not starts_with(table_name, 'sandbox_')`,
  )) as unknown as { rows: { table_name: string; column_name: string }[] };
  for (const { table_name, column_name } of rows)
    schema.set(table_name, [...(schema.get(table_name) ?? []), column_name]);
});

test('lists each table of the database as personal or not [data-export.complete]', () => {
  const listed = [...Object.keys(personalTables), ...impersonal];
  expect(listed.sort()).toEqual([...schema.keys()].sort());
});

test('lists each table that refers to a user as personal [data-export.complete]', async () => {
  const { rows } = (await server.context.db.execute(sql`
    select conrelid::regclass::text as name from pg_constraint where contype = 'f' and confrelid = 'users'::regclass
  `)) as unknown as { rows: { name: string }[] };
  const named = [...schema].filter(([, columns]) =>
    columns.some((column) => /(?:^|_)(?:user|sender|member)_id$|^(?:email|to_address)$/.test(column)),
  );
  const found = [...rows.map(({ name }) => name), ...named.map(([name]) => name)];
  expect(found.length).toBeGreaterThan(20);
  for (const name of found) expect(Object.keys(personalTables)).toContain(name);
});

test('exports or hides each column of an exported table [data-export.complete]', () => {
  for (const [name, { exported }] of Object.entries(personalTables)) {
    if (typeof exported === 'string') continue;
    expect(getTableName(exported.table)).toBe(name);
    const columns = Object.values(getTableColumns(exported.table)).map((column) => column.name);
    // The export shows the columns of the server's description of the table.
    expect(columns.sort(), name).toEqual(schema.get(name)?.sort());
    for (const hidden of Object.keys(exported.hidden ?? {})) expect(columns).toContain(hidden);
  }
});

test('hides each column with a secret [data-export.secrets]', () => {
  for (const [name, { exported }] of Object.entries(personalTables)) {
    if (typeof exported === 'string') continue;
    const shown = (schema.get(name) ?? []).filter((column) => !Object.hasOwn(exported.hidden ?? {}, column));
    expect(
      shown.filter((column) => /hash|sha256|hmac|token|secret|link/.test(column)),
      name,
    ).toEqual([]);
  }
});

test('removes copies of billing responses after a day, without another request', async () => {
  const { context } = server;
  const { db, clock } = context;
  const hour = 3_600_000;
  await db.insert(idempotencyKeys).values(
    [23, 25].map((age) => ({
      userId: 1,
      key: `${age} hours`,
      requestSha256: '',
      status: 201,
      body: {},
      claimedAt: new Date(clock.now() - age * hour),
    })),
  );
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const stop = startHousekeeping(context, createErrorCounts());
    vi.advanceTimersByTime(600_000);
    await stop();
  } finally {
    vi.useRealTimers();
  }
  expect((await db.select().from(idempotencyKeys)).map(({ key }) => key)).toEqual(['23 hours']);
});
