import type { ServerResponse } from 'node:http';

export interface SendLimit {
  /** Time limit in milliseconds for the client to read the response. */
  readonly responseMs: number;
  /** Called before the connection of a client that is too slow is closed. */
  readonly onAborted: () => void;
}

/** Resolves when a response has been sent or its connection is closed. Closes the connection after the time limit. */
export function whenSent(
  response: ServerResponse | undefined,
  { responseMs, onAborted }: SendLimit,
): Promise<void> {
  // The handler runs without a connection, or the client has left.
  if (response === undefined || response.closed || response.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      onAborted();
      response.destroy();
    }, responseMs);
    timer.unref();
    response.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
