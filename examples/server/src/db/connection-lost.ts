/** What drivers say without a code: node-postgres and its pool, and PGlite. */
const words =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired$|Query read timeout|Cannot use a pool after|Client (?:has encountered a connection error|was closed)|PGlite is clos)/;

/**
 * Whether the database could not be reached, told from the error or what it was caused by. Some of a driver's own errors
 * carry no code, and a socket file that is gone has the code of any missing file.
 */
export function isConnectionLost(error: unknown): boolean {
  for (let link = error, depth = 0; link instanceof Error && depth < 5; link = link.cause, depth += 1) {
    if (words.test(link.message)) return true;
    if ('syscall' in link && (link.syscall === 'connect' || link.syscall === 'getaddrinfo')) return true;
  }
  return false;
}
