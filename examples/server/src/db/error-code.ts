/** The error and everything that it was caused by; drivers wrap the database's own error. */
function* chain(error: unknown): Generator<unknown> {
  for (let depth = 0; error !== undefined && error !== null && depth < 5; depth += 1) {
    yield error;
    error = error instanceof Error ? error.cause : undefined;
  }
}

/** The code that the database (five characters of SQLSTATE) or the system gave; undefined when it is no such error. */
export function databaseCode(error: unknown): string | undefined {
  for (const link of chain(error)) {
    if (typeof link === 'object' && link !== null && 'code' in link && typeof link.code === 'string')
      return link.code;
  }
  return undefined;
}
