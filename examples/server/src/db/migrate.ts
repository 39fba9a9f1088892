import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from './database.ts';
import { lockKey } from './lock-key.ts';

/** A migration file: `NNNN-<area>.sql`, with the same SQL for PGlite and PostgreSQL. */
export interface Migration {
  /** The file's name; in the sandbox after `sandbox/`. */
  readonly name: string;
  readonly sql: string;
}

/** A migration was edited after it was applied. */
export class MigrationChangedError extends Error {
  override readonly name = 'MigrationChangedError';
}

const folder = join(import.meta.dirname, 'migrations');
const pattern = /^\d{4}-[a-z0-9-]+\.sql$/;

/** Reads the migrations in the order of their numbers, then those in the sandbox's folder, if there is one. */
export async function readMigrations(sandboxFolder?: string): Promise<Migration[]> {
  const own = await readFolder(folder, '');
  return sandboxFolder === undefined ? own : [...own, ...(await readFolder(sandboxFolder, 'sandbox/'))];
}

async function readFolder(from: string, prefix: string): Promise<Migration[]> {
  const names = (await readdir(from)).filter((name) => pattern.test(name)).sort();
  return Promise.all(
    names.map(async (name) => ({ name: prefix + name, sql: await readFile(join(from, name), 'utf8') })),
  );
}

/** Hashes of earlier versions of migrations that differ in comments, or that also created the tables of the sandbox. */
const earlierHashes: Readonly<Record<string, readonly string[]>> = {
  '0002-billing.sql': [
    'f3c72e6119d23dd5bdc69f83b0036187b10c9e3068ab6f5f47f71a0b6ca58d0c',
    '77a85357be9b10f72bab9937fa86a3eb1336e441733661cbc58a6b6f89d05834',
  ],
  '0007-billing.sql': ['84ff6b9b32d2dd7d4915f3d018f87a80d3fa09b7bcf40261c68465bfecd2aed7'],
};

/**
 * Applies the pending migrations, each in a transaction with an advisory lock, and returns their names. Throws
 * {@link MigrationChangedError} if an applied migration has changed.
 */
export async function migrate(database: Database, migrations: readonly Migration[]): Promise<string[]> {
  const applied: string[] = [];
  for (const migration of migrations) {
    const wasPending = await database.transaction(async (run) => {
      await run('select pg_advisory_xact_lock($1::bigint)', [lockKey('migrations')]);
      await run(`create table if not exists schema_migrations (
        name text primary key, sha256 text not null, applied_at timestamptz not null default now())`);
      const [row] = await run('select sha256 from schema_migrations where name = $1', [migration.name]);
      const sha256 = createHash('sha256').update(migration.sql).digest('hex');
      if (row !== undefined) {
        if (row.sha256 === sha256 || earlierHashes[migration.name]?.includes(String(row.sha256)))
          return false;
        throw new MigrationChangedError(
          `The migration ${migration.name} has changed since it was applied to this database. ` +
            'Add a new migration instead of editing an old one, or start with an empty database: --reset.',
        );
      }
      await run(migration.sql);
      await run('insert into schema_migrations (name, sha256) values ($1, $2)', [migration.name, sha256]);
      return true;
    });
    if (wasPending) applied.push(migration.name);
  }
  return applied;
}
