// Re-exports drizzle-orm for examples/sandbox and the tests, which must use the same copy of the library.
export {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  getTableName,
  inArray,
  isNull,
  lt,
  lte,
  min,
  sql,
} from 'drizzle-orm';
export { bigint, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
