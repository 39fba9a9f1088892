// Counts down to an instant, for a button that is disabled until then.
import { atom, type ReadableAtom } from 'nanostores';
import { type Cancel, type Clock, systemClock, systemTimers, type Timers } from '../ports/index.ts';

/** Seconds. A backend's mistake must not disable a button forever. */
const LONGEST_WAIT = 86_400;

/** Returns the instant `seconds` after `now` in milliseconds; at most a day later. */
export function afterSeconds(now: number, seconds: number): number {
  return now + Math.ceil(Math.min(Math.max(seconds, 0), LONGEST_WAIT) * 1000);
}

/** Whole seconds until an instant, 0 once it is past; both in milliseconds since the epoch. */
export function secondsLeft(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / 1000));
}

/** Milliseconds until the number of seconds left changes. */
export function untilNextSecond(until: number, now: number): number {
  return (until - now) % 1000 || 1000;
}

/** A countdown by a clock, which sets its store each second. */
export interface Countdown {
  /** Whole seconds; 0 when it has ended. */
  readonly $secondsLeft: ReadableAtom<number>;
  /** Starts at a number of seconds, in place of the present countdown; null ends it. */
  begin(seconds: number | null): void;
  stop(): void;
}

export function createCountdown({
  clock = systemClock,
  scheduler = systemTimers,
}: {
  readonly clock?: Clock | undefined;
  readonly scheduler?: Timers | undefined;
}): Countdown {
  const $secondsLeft = atom(0);
  let until = 0;
  /** The latest time read. An earlier time means that the clock was set back. */
  let seen = 0;
  let cancel: Cancel = () => {};

  function tick(): void {
    const now = clock.now();
    if (now < seen) until -= seen - now;
    seen = now;
    const left = secondsLeft(until, now);
    $secondsLeft.set(left);
    if (left > 0) cancel = scheduler.after(untilNextSecond(until, now), tick);
  }

  function stop(): void {
    cancel();
    $secondsLeft.set(0);
  }

  return {
    $secondsLeft,
    begin(seconds) {
      if (seconds === null) return stop();
      cancel();
      seen = clock.now();
      until = afterSeconds(seen, seconds);
      tick();
    },
    stop,
  };
}
