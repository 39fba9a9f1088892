// Databases with the demo data on a shared PostgreSQL cluster. A copy of the template takes a tenth of a second.
import pg from 'pg';
import type { Database } from '../../examples/server/src/db/database.ts';
import { openDatabase } from '../../examples/server/src/db/open-database.ts';

const template = 'seeded';
let count = 0;

/** The driver has these methods; its types do not. */
interface Admin extends pg.Client {
  ref(): void;
  unref(): void;
}

/** One connection to each cluster, as opening one takes as long as a copy. */
const admins = new Map<string, Promise<Admin>>();

async function connect(adminUrl: string): Promise<Admin> {
  const admin = new pg.Client({ connectionString: adminUrl }) as Admin;
  // It ends with the cluster.
  admin.on('error', () => admins.delete(adminUrl));
  await admin.connect();
  return admin;
}

async function run(adminUrl: string, command: string): Promise<void> {
  const connecting = admins.get(adminUrl) ?? connect(adminUrl);
  admins.set(adminUrl, connecting);
  const admin = await connecting;
  admin.ref();
  // An idle connection does not keep the process running.
  await admin.query(command).finally(() => admin.unref());
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
  // The first connection after that writes a cache of the system catalogs, which the copies then have.
  await (await openDatabase({ url: urlOf(adminUrl, template) })).close();
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
