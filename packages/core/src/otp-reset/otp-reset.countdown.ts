/** A backend's slip must not lock 'Send Again' for good. */
const LONGEST_WAIT = 86_400;

/** The instant that lies so many seconds ahead, in whole milliseconds; a day at most. */
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

/** The instants of a code that was sent, moved along when the device's clock has been put back behind `seen`. */
export function followClock<T extends { readonly sentAt: number; readonly resendAt: number }>(
  sent: T,
  seen: number,
  now: number,
): T {
  if (now >= seen) return sent;
  const back = seen - now;
  return { ...sent, sentAt: sent.sentAt - back, resendAt: sent.resendAt - back };
}
