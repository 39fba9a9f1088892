// The query builder's operators for examples/sandbox: both packages must use the same copy of the library.
export { and, asc, desc, eq, inArray, isNotNull, isNull, lt, lte, min, sql } from 'drizzle-orm';
