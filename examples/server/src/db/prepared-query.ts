import type { Db } from './database.ts';

/**
 * Returns a function that prepares a query at its first use of a database. Building the text of a frequent query takes longer than
 * sending it.
 */
export function preparedQuery<Query extends object>(prepare: (db: Db) => Query): (db: Db) => Query {
  const queries = new WeakMap<Db, Query>();
  return (db) => {
    let query = queries.get(db);
    if (query === undefined) {
      query = prepare(db);
      queries.set(db, query);
    }
    return query;
  };
}
