// Re-exports the query builder's operators: examples/sandbox must use the same copy of the library.
export { and, asc, desc, eq, inArray, isNotNull, isNull, lt, lte, min, sql } from 'drizzle-orm';
