import type { Clock, Scheduler } from '@openbell/core/ports';

/** A clock and a scheduler that the test moves. */
export interface FakeTime {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Advances time by `ms` milliseconds, running due timers in order and settling promises after each. */
  advance(ms: number): Promise<void>;
  /** Runs the callbacks of the next animation frame. */
  frame(): Promise<void>;
  /** Moves the clock by `ms` milliseconds without running timers, like a change of the system time. */
  jump(ms: number): void;
  /** The number of pending timers and frames. Assert 0 after `destroy()` to find leaks. */
  pending(): number;
}

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly work: () => void;
}

/** Waits until the promises that can settle without a timer have settled. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

/** Creates a fake clock and scheduler. `start` is in ms since the epoch; 2026-11-21T15:00:00Z by default. */
export function createFakeTime(start: number = Date.UTC(2026, 10, 21, 15, 0, 0)): FakeTime {
  let wall = start;
  /** Timers use elapsed time, which `jump` does not change. */
  let elapsed = 0;
  let order = 0;
  const timers = new Set<Timer>();
  const frames = new Set<() => void>();

  async function advance(ms: number): Promise<void> {
    const end = elapsed + ms;
    for (;;) {
      let next: Timer | null = null;
      for (const timer of timers) {
        if (timer.at > end) continue;
        if (next === null || timer.at < next.at || (timer.at === next.at && timer.order < next.order))
          next = timer;
      }
      if (next === null) break;
      timers.delete(next);
      wall += next.at - elapsed;
      elapsed = next.at;
      next.work();
      await settle();
    }
    wall += end - elapsed;
    elapsed = end;
    await settle();
  }

  return {
    clock: { now: () => wall },
    scheduler: {
      after(ms, work) {
        // Like browsers: a delay over 2^31 - 1 ms fires immediately.
        const delay = ms > 2_147_483_647 || Number.isNaN(ms) ? 0 : Math.max(0, ms);
        order += 1;
        const timer: Timer = { at: elapsed + delay, order, work };
        timers.add(timer);
        return () => void timers.delete(timer);
      },
      nextFrame(work) {
        const frame = (): void => work();
        frames.add(frame);
        return () => void frames.delete(frame);
      },
    },
    advance,
    async frame() {
      const due = [...frames];
      frames.clear();
      for (const work of due) work();
      await settle();
    },
    jump: (ms) => {
      wall += ms;
    },
    pending: () => timers.size + frames.size,
  };
}
