import { eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** The condition that a column has an e-mail address, in upper or lower case. */
export function sameAddress(column: PgColumn, address: string): SQL {
  return eq(sql`lower(${column})`, address.toLowerCase());
}
