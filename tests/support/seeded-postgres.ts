// Databases with the demo data on a shared PostgreSQL cluster. A copy of the template takes a tenth of a second.
import pg from 'pg';
import type { Database } from '../../examples/server/src/db/database.ts';
import { openDatabase } from '../../examples/server/src/db/open-database.ts';

const template = 'seeded';
let count = 0;

async function run(adminUrl: string, command: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query(command);
  } finally {
    await admin.end();
  }
}

function urlOf(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

export async function createTemplate(
  adminUrl: string,
  fill: (database: Database) => Promise<void>,
): Promise<void> {
  await run(adminUrl, `create database ${template}`);
  const database = await openDatabase({ url: urlOf(adminUrl, template) });
  await fill(database);
  // A copy does not have the statistics that the queries' plans depend on.
  await database.db.execute('analyze');
  await database.close();
}

/** Creates a copy of the template, which ends with the cluster, and returns its URL. */
export const createSeededDatabase = (adminUrl: string): Promise<string> => createFrom(adminUrl, template);

/** Like {@link createSeededDatabase}, without tables. */
export const createEmptyDatabase = (adminUrl: string): Promise<string> => createFrom(adminUrl, 'template1');

async function createFrom(adminUrl: string, source: string): Promise<string> {
  count += 1;
  const name = `copy_${process.pid}_${count}`;
  // The default strategy writes each page to the write-ahead log, which takes longer.
  await run(adminUrl, `create database ${name} template ${source} strategy file_copy`);
  return urlOf(adminUrl, name);
}
