import { EventEmitter } from 'node:events';
import type { FeedEvent } from '@openbell/core/contract';
import type { WebSocket } from 'ws';
import type { Timers } from '../../../../../examples/server/src/timers.ts';

export interface FakeTimers extends Timers {
  pass(ms: number): void;
  now(): number;
  /** The number of active timers. */
  pending(): number;
  /** Resolves when the last timer is cancelled. */
  emptied(): Promise<void>;
}

/** Timers that the test advances. */
export function fakeTimers(): FakeTimers {
  let now = 0;
  const pending = new Set<{ at: number; every: number | null; run: () => void }>();
  let whenEmpty: (() => void)[] = [];
  const add = (ms: number, every: number | null, run: () => void) => {
    const entry = { at: now + ms, every, run };
    pending.add(entry);
    return () => {
      if (!pending.delete(entry) || pending.size > 0) return;
      for (const done of whenEmpty) done();
      whenEmpty = [];
    };
  };
  return {
    now: () => now,
    pending: () => pending.size,
    emptied: () => new Promise((done) => whenEmpty.push(done)),
    after: (ms, run) => add(ms, null, run),
    every: (ms, run) => add(ms, ms, run),
    pass(ms) {
      const until = now + ms;
      for (;;) {
        const [next] = [...pending].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        now = next.at;
        if (next.every === null) pending.delete(next);
        else next.at += next.every;
        next.run();
      }
      now = until;
    },
  };
}

/** The server's side of a socket, with a `bufferedAmount` that the test sets. */
export class FakeSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  readonly sent: FeedEvent[][] = [];
  closed: { code: number; reason: string } | null = null;
  terminated = false;
  isPaused = false;
  readonly pings: Buffer[] = [];

  send(data: string | Buffer): void {
    this.sent.push(JSON.parse(String(data)));
  }
  close(code: number, reason: string): void {
    this.readyState = 2;
    this.closed = { code, reason };
  }
  terminate(): void {
    this.readyState = 3;
    this.terminated = true;
  }
  ping(content: Buffer): void {
    this.pings.push(content);
  }
  pause(): void {
    this.isPaused = true;
  }
  resume(): void {
    this.isPaused = false;
  }
  receive(message: unknown): void {
    const text = typeof message === 'string' ? message : JSON.stringify(message);
    this.emit('message', Buffer.from(text), false);
  }
  /** All events so far. */
  events(): FeedEvent[] {
    return this.sent.flat();
  }
  statuses(): string[] {
    return this.events().flatMap((event) => (event.ev === 'status' ? [event.status] : []));
  }
  asSocket(): WebSocket {
    return this as unknown as WebSocket;
  }
}
