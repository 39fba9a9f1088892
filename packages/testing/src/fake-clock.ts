import type { Clock, Scheduler } from '@openbell/core/ports';

/** A clock and a scheduler that move only when told to. */
export interface FakeTime {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Moves time forward, running what is due on the way, in order; lets promises settle after each step. */
  advance(ms: number): Promise<void>;
  /** Runs what waits for the next frame. */
  frame(): Promise<void>;
  /** Sets the clock without running timers, as a person who changes the device's time does. */
  jump(ms: number): void;
  /** How many timers and frames are waiting: 0 after `destroy()`, or something leaks. */
  pending(): number;
}

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly work: () => void;
}

/** Lets every promise that can settle now do so. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

export function createFakeTime(start: number = Date.UTC(2026, 10, 21, 15, 0, 0)): FakeTime {
  let wall = start;
  /** Timers run by elapsed time, which a jump of the wall clock does not change. */
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
        // As browsers do: a delay over 2^31 - 1 ms fires at once.
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
