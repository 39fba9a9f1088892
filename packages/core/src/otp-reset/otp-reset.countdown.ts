/** Moves the instants of a sent code when the device's clock was set back to before `seen`. */
export function followClock<T extends { readonly sentAt: number; readonly resendAt: number }>(
  sent: T,
  seen: number,
  now: number,
): T {
  if (now >= seen) return sent;
  const back = seen - now;
  return { ...sent, sentAt: sent.sentAt - back, resendAt: sent.resendAt - back };
}
