import type { Database } from './database.ts';

/** Where the data lives: a PostgreSQL server, a folder of our own, or memory. A new one may begin from a snapshot. */
export type DatabasePlace =
  | { readonly url: string }
  | { readonly folder: string; readonly snapshot?: Blob }
  | { readonly memory: true; readonly snapshot?: Blob };

/** Opens the database. Only the driver in use is loaded, because PGlite alone costs hundreds of megabytes. */
export async function openDatabase(place: DatabasePlace): Promise<Database> {
  if ('url' in place) {
    const { openPostgres } = await import('./postgres.ts');
    return openPostgres(place.url);
  }
  const { openPglite } = await import('./pglite.ts');
  return openPglite(place);
}
