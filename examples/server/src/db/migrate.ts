import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from './database.ts';

/** One numbered step of the schema: `NNNN-<area>.sql`, the same SQL on both engines. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** An applied migration was edited afterwards. */
export class MigrationChangedError extends Error {
  override readonly name = 'MigrationChangedError';
}

const folder = join(import.meta.dirname, 'migrations');
const pattern = /^\d{4}-[a-z0-9-]+\.sql$/;
// Any constant; the same in every process.
const advisoryKey = 7_203_941;

/** Reads the migrations in the order of their numbers. */
export async function readMigrations(from: string = folder): Promise<Migration[]> {
  const names = (await readdir(from)).filter((name) => pattern.test(name)).sort();
  return Promise.all(names.map(async (name) => ({ name, sql: await readFile(join(from, name), 'utf8') })));
}

/** Hashes of earlier versions of migrations in which only a comment has changed. */
const reworded: ReadonlyMap<string, string> = new Map([
  ['0002-billing.sql', 'f3c72e6119d23dd5bdc69f83b0036187b10c9e3068ab6f5f47f71a0b6ca58d0c'],
]);

/**
 * Applies the missing migrations, each in its own transaction under an advisory lock, and returns their names. Throws
 * {@link MigrationChangedError} when an applied migration has changed.
 */
export async function migrate(database: Database, migrations: readonly Migration[]): Promise<string[]> {
  const applied: string[] = [];
  for (const migration of migrations) {
    const ran = await database.transaction(async (run) => {
      await run('select pg_advisory_xact_lock($1::bigint)', [advisoryKey]);
      await run(`create table if not exists schema_migrations (
        name text primary key, sha256 text not null, applied_at timestamptz not null default now())`);
      const [row] = await run('select sha256 from schema_migrations where name = $1', [migration.name]);
      const sha256 = createHash('sha256').update(migration.sql).digest('hex');
      if (row !== undefined) {
        if (row.sha256 === sha256 || row.sha256 === reworded.get(migration.name)) return false;
        throw new MigrationChangedError(
          `The migration ${migration.name} was applied to this data, and has changed since. ` +
            'Add a new migration instead of editing an old one, or begin afresh with --reset.',
        );
      }
      await run(migration.sql);
      await run('insert into schema_migrations (name, sha256) values ($1, $2)', [migration.name, sha256]);
      return true;
    });
    if (ran) applied.push(migration.name);
  }
  return applied;
}
