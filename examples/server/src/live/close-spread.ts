import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds over which the sockets of a stopping server are closed. */
const SPREAD_MS = 1_000;
const STEP_MS = 20;
/** Sockets that are closed at once. */
const LEAST_PER_STEP = 10;

/** Milliseconds that a client has to close its side after the close frame of a stopping server. */
export const STOP_CLOSE_MS = 400;

/** Closes sockets over a second, so that their clients do not reconnect to the other processes at once. */
export async function closeSpread<Socket>(
  sockets: readonly Socket[],
  close: (socket: Socket) => void,
): Promise<void> {
  const perStep = Math.max(LEAST_PER_STEP, Math.ceil(sockets.length / (SPREAD_MS / STEP_MS)));
  for (let first = 0; first < sockets.length; first += perStep) {
    if (first > 0) await delay(STEP_MS);
    for (const socket of sockets.slice(first, first + perStep)) close(socket);
  }
}
