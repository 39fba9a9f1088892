// Slows down clients of sockets that send frames faster than the server should handle.
import type { WebSocket } from 'ws';
import type { Timers } from '../timers.ts';

/** Frames at once, and per second. Far above what a client sends. */
const BURST = 1_000;
const PER_SECOND = 500;

interface FrameRateOptions {
  readonly timers: Timers;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Stops reading a socket while its frames, pings included, exceed the rate. No frame is lost. */
export function limitFrameRate(socket: WebSocket, { timers, now }: FrameRateOptions): void {
  /** Negative after a burst: what has been read together is delivered together. */
  let tokens = BURST;
  let last = now();
  let cancelResume: (() => void) | null = null;

  function refill(): void {
    const at = now();
    tokens = Math.min(BURST, tokens + (Math.max(0, at - last) / 1_000) * PER_SECOND);
    last = at;
  }

  function resumeLater(): void {
    cancelResume = timers.after(Math.ceil((-tokens / PER_SECOND) * 1_000), () => {
      refill();
      if (tokens < 0) return resumeLater();
      cancelResume = null;
      socket.resume();
    });
  }

  function count(): void {
    refill();
    tokens -= 1;
    if (tokens >= 0 || cancelResume !== null) return;
    socket.pause();
    resumeLater();
  }

  for (const frame of ['message', 'ping', 'pong'] as const) socket.on(frame, count);
  socket.on('close', () => cancelResume?.());
}
