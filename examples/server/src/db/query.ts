// Re-exports operators of drizzle-orm for examples/sandbox, which must use the same copy of the library.
export {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  getTableName,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  min,
  sql,
} from 'drizzle-orm';
