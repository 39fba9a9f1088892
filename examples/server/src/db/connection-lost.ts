/** Messages of errors without a code, from node-postgres and PGlite. */
const messages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired$|Query read timeout|Cannot use a pool after|Client (?:has encountered a connection error|was closed)|PGlite is clos)/;

/** Returns whether an error or one of its causes says that the database was unreachable. */
export function isConnectionLost(error: unknown): boolean {
  for (let link = error, depth = 0; link instanceof Error && depth < 5; link = link.cause, depth += 1) {
    if (messages.test(link.message)) return true;
    if ('syscall' in link && (link.syscall === 'connect' || link.syscall === 'getaddrinfo')) return true;
  }
  return false;
}
