/** Messages of errors without a code, of node-postgres and PGlite. */
const words =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired$|Query read timeout|Cannot use a pool after|Client (?:has encountered a connection error|was closed)|PGlite is clos)/;

/** Returns whether the database was unreachable, by the error or its causes. Some errors of drivers have no code. */
export function isConnectionLost(error: unknown): boolean {
  for (let link = error, depth = 0; link instanceof Error && depth < 5; link = link.cause, depth += 1) {
    if (words.test(link.message)) return true;
    if ('syscall' in link && (link.syscall === 'connect' || link.syscall === 'getaddrinfo')) return true;
  }
  return false;
}
