import type { Metrics } from '../metrics/metrics.ts';
import type { Database } from './database.ts';

/** A PostgreSQL server, or PGlite in a folder or in memory, optionally from a snapshot. */
type DatabaseLocation =
  | { readonly url: string; readonly metrics?: Metrics }
  | { readonly folder: string; readonly snapshot?: Blob }
  | { readonly memory: true; readonly snapshot?: Blob };

/** Opens the database. Loads only the driver in use, as PGlite takes hundreds of megabytes. */
export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  if ('url' in location) {
    const { openPostgres } = await import('./postgres.ts');
    return openPostgres(location.url, location.metrics);
  }
  const { openPglite } = await import('./pglite.ts');
  return openPglite(location);
}
