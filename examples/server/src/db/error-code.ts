/** Yields the error and its causes; drivers wrap the database's error. */
function* chain(error: unknown): Generator<unknown> {
  for (let depth = 0; error !== undefined && error !== null && depth < 5; depth += 1) {
    yield error;
    error = error instanceof Error ? error.cause : undefined;
  }
}

/** Returns the SQLSTATE or system error code; undefined when there is none. */
export function databaseCode(error: unknown): string | undefined {
  for (const link of chain(error)) {
    if (typeof link === 'object' && link !== null && 'code' in link && typeof link.code === 'string')
      return link.code;
  }
  return undefined;
}
