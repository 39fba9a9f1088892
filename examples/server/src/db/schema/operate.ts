// The operator's tables. The constraints are in migrations/0015-operate.sql.
import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** One row per command. `arguments` contain no secrets, and members by id. */
export const operatorLog = pgTable('operator_log', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  /** The operating-system user, as the client reports it. */
  operator: text('operator').notNull(),
  command: text('command').notNull(),
  arguments: jsonb('arguments').$type<Readonly<Record<string, unknown>>>().notNull(),
  dryRun: boolean('dry_run').notNull(),
  /** Null while the command runs, or when the server stopped meanwhile. */
  outcome: text('outcome').$type<'done' | 'refused' | 'failed'>(),
  message: text('message'),
  startedAt: instant('started_at').notNull(),
  endedAt: instant('ended_at'),
});

/** Logged errors by day (UTC) and event name. */
export const errorCounts = pgTable(
  'error_counts',
  { day: date('day').notNull(), event: text('event').notNull(), count: integer('count').notNull() },
  (table) => [primaryKey({ columns: [table.day, table.event] })],
);
