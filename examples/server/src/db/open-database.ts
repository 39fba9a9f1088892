import type { Database } from './database.ts';

/** A PostgreSQL server, a folder or memory for PGlite, optionally from a snapshot. */
export type DatabasePlace =
  | { readonly url: string }
  | { readonly folder: string; readonly snapshot?: Blob }
  | { readonly memory: true; readonly snapshot?: Blob };

/** Opens the database. Loads only the driver in use: PGlite takes hundreds of megabytes. */
export async function openDatabase(place: DatabasePlace): Promise<Database> {
  if ('url' in place) {
    const { openPostgres } = await import('./postgres.ts');
    return openPostgres(place.url);
  }
  const { openPglite } = await import('./pglite.ts');
  return openPglite(place);
}
