import { atom, type ReadableAtom } from 'nanostores';
import { browserPage, type Cancel, systemClock, systemTimers } from '../ports/index.ts';
import { secondsLeft, untilNextSecond } from '../shared/countdown.ts';
import type { OtpResetOptions } from './otp-reset.types.ts';

/** The countdown of 'Send Again'. */
interface ResendCountdown {
  readonly $secondsLeft: ReadableAtom<number>;
  /** Returns the time, after `onSetBack` if it is earlier than the latest one read. */
  readClock(): number;
  /** Shows the seconds left, and again at each change while started. */
  show(): void;
  start(): Cancel;
}

export function createResendCountdown(
  ports: Pick<OtpResetOptions, 'clock' | 'scheduler' | 'page'>,
  {
    until,
    onSetBack,
  }: { readonly until: () => number | null; readonly onSetBack: (seen: number, now: number) => void },
): ResendCountdown {
  const { clock = systemClock, scheduler = systemTimers, page = browserPage } = ports;
  const $secondsLeft = atom(0);
  let isStarted = false;
  let cancel: Cancel = () => {};
  let seen = Number.NEGATIVE_INFINITY;

  function readClock(): number {
    const now = clock.now();
    if (now < seen) onSetBack(seen, now);
    seen = now;
    return now;
  }

  function show(): void {
    cancel();
    const now = clock.now();
    const end = until() ?? now;
    const left = secondsLeft(end, now);
    $secondsLeft.set(left);
    if (isStarted && left > 0) cancel = scheduler.after(untilNextSecond(end, now), tick);
  }

  function tick(): void {
    readClock();
    show();
  }

  return {
    $secondsLeft,
    readClock,
    show,
    start() {
      isStarted = true;
      tick();
      // Timers of a background page are late.
      const stopPage = page.onChange((event) => event === 'visible' && tick());
      return () => {
        isStarted = false;
        cancel();
        stopPage();
      };
    },
  };
}
