import { integer, timestamp } from 'drizzle-orm/pg-core';

/** A `timestamptz` column, as a `Date`. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
/** A generated integer primary key. */
export const id = () => integer('id').generatedAlwaysAsIdentity().primaryKey();
